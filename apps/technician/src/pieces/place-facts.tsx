/** What this phone has cached about a place: reported issues, other tasks and the contact. */
import type { JSX } from 'preact'
import type { Task } from '#contracts/tasks/records.ts'
import { Icon } from '#field-kit/icon.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { pathOf } from '../routes.ts'
import { useWords } from '../words.ts'
import { Ago, StatusMark } from './marks.tsx'
import { type Room, useRoom } from './use-room.ts'

type Sticker = NonNullable<Room['sticker']>

/** Reported issues as visitors see them, as of the last scan. */
export const Reported = ({
  sticker,
  without,
  now,
}: {
  sticker: Sticker
  /** codes of issues that are already shown by their tasks */
  without?: ReadonlySet<string | null>
  now: number
}): JSX.Element => {
  const words = useWords()
  const known = sticker.known.filter(({ code }) => !without?.has(code))
  return (
    <>
      {known.length === 0 && !without?.size && <p class="hint">{words.roomNothingKnown}</p>}
      <ul class="rows">
        {known.map(({ code, name, since, reports }) => (
          <li key={code} class="note">
            <p lang={sticker.language}>
              <strong>{name}</strong>
            </p>
            <small class="marks">
              <Ago at={since} now={now} />
              {reports > 1 && <span>{words.reporters({ count: reports })}</span>}
            </small>
          </li>
        ))}
      </ul>
      <small>
        {words.asOf} <Ago at={sticker.readAt} now={now} />
      </small>
    </>
  )
}

/** A link if the contact is an email address or a phone number, else plain text. */
export const ContactLink = ({ contact }: { contact: string }): JSX.Element => {
  const plain = contact.trim()
  if (/^[^\s@<>]+@[^\s@<>]+$/.test(plain))
    return (
      <a class="button" href={`mailto:${plain}`}>
        <Icon name="mail" />
        <bdi>{plain}</bdi>
      </a>
    )
  if (/^\+?[\d\s()/-]{5,}$/.test(plain))
    return (
      <a class="button" href={`tel:${plain.replace(/[^\d+]/g, '')}`}>
        <bdi>{plain}</bdi>
      </a>
    )
  return <bdi>{plain}</bdi>
}

interface PlaceFactsProps {
  readonly amenityId: string
  /** the open task, which is not listed again */
  readonly task: Task
  readonly now: number
}

/** Uses cached data only; renders nothing if there is none. */
export const PlaceFacts = ({ amenityId, task: own, now }: PlaceFactsProps): JSX.Element | null => {
  const words = useWords()
  const room = useRoom(amenityId)
  if (!room) return null
  const others = room.open.filter(({ id }) => id !== own.id)
  const { sticker } = room
  const shown = new Set([own, ...others].map(({ category }) => category))
  if (others.length === 0 && !sticker) return null
  return (
    <section class="stack tight" aria-label={words.roomKnown}>
      <h2>{words.roomKnown}</h2>
      {others.length > 0 && (
        <ul class="rows">
          {others.map((task) => (
            <li key={task.id} class="note">
              <Link to={pathOf({ name: 'task', id: task.id })}>
                <bdi>{task.title}</bdi>
              </Link>
              <small class="marks">
                <StatusMark task={task} /> <Ago at={task.createdAt} now={now} />
              </small>
            </li>
          ))}
        </ul>
      )}
      {sticker && <Reported sticker={sticker} without={shown} now={now} />}
    </section>
  )
}
