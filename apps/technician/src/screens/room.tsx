/** TEC-4: open and finished tasks of a room, and reported issues. */
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { sayPlace } from '#contracts/kit/place.ts'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { sendStateOf } from '#field-kit/send-mark.tsx'
import { useAppServices } from '../app-services.ts'
import { Banner } from '../pieces/banner.tsx'
import { useNow } from '../pieces/clock.ts'
import { Ago } from '../pieces/marks.tsx'
import { Reported } from '../pieces/place-facts.tsx'
import { TaskRow } from '../pieces/task-row.tsx'
import { useOperations } from '../pieces/use-operations.ts'
import { type Room as KnownRoom, useRoom } from '../pieces/use-room.ts'
import { useSticker } from '../pieces/use-sticker.ts'
import { pathOf } from '../routes.ts'
import { useRouter } from '../use-router.ts'
import { useWords } from '../words.ts'

const mostDone = 3

const Done = ({ room, now }: { room: KnownRoom; now: number }): JSX.Element => {
  const words = useWords()
  const round = room.done.find(({ source }) => source === 'SCHEDULE')
  const others = room.done.filter((task) => task !== round).slice(0, mostDone)
  const rows = [
    ...(round ? [{ task: round, text: words.roomCleaned({ title: round.title }) }] : []),
    ...others.map((task) => ({ task, text: task.title })),
  ]
  return (
    <section>
      <h2>{words.roomLast}</h2>
      {rows.length === 0 ? (
        <p class="hint">{words.roomLastNone}</p>
      ) : (
        <ul class="rows">
          {rows.map(({ task, text }) => (
            <li key={task.id} class="note">
              <p>
                <bdi>{text}</bdi>
              </p>
              <small>
                <Ago at={task.completedAt ?? task.updatedAt} now={now} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const Known = ({ room: { sticker }, now }: { room: KnownRoom; now: number }): JSX.Element => {
  const words = useWords()
  return (
    <section class="stack tight">
      <h2>{words.roomKnown}</h2>
      {!sticker ? <p class="hint">{words.roomScanFirst}</p> : <Reported sticker={sticker} now={now} />}
    </section>
  )
}

const RoomPage = ({ id }: { id: string }): JSX.Element => {
  const words = useWords()
  const { rooms } = useAppServices()
  const { search } = useRouter()
  const now = useNow()
  useSticker(id)
  const room = useRoom(id)
  const operations = useOperations()
  useEffect(() => {
    // Offline, the cache is shown; the banner says why.
    rooms.read(id).catch(() => undefined)
  }, [id, rooms])
  const back = (
    <Link class="button quiet back" to={pathOf({ name: 'scan' })}>
      <Icon name="back" />
      {words.scan}
    </Link>
  )
  if (!room)
    return (
      <>
        {back}
        <Heading text={words.scanTitle} />
        <Banner />
        <p>{words.scanNotKnown}</p>
      </>
    )
  return (
    <>
      {back}
      <Heading text={room.name} />
      <p class="place">
        <Icon name="place" />
        <bdi>{sayPlace(room.location, room.building) || words.unnamed}</bdi>
      </p>
      <Banner />
      <section>
        <h2>
          {words.roomTasks} {room.open.length > 0 && <span class="count">{room.open.length}</span>}
        </h2>
        {room.open.length === 0 ? (
          <p class="hint">{words.roomNone}</p>
        ) : (
          <ul class="rows">
            {room.open.map((task) => (
              <TaskRow key={task.id} task={task} now={now} send={sendStateOf(operations, task.id)} />
            ))}
          </ul>
        )}
      </section>
      <Link class="button" to={pathOf({ name: 'problem', id }) + search}>
        <Icon name="alert" />
        {words.problem}
      </Link>
      <Known room={room} now={now} />
      <Done room={room} now={now} />
    </>
  )
}

export default function Room(): JSX.Element | null {
  const { route } = useRouter()
  return route.name === 'room' ? <RoomPage key={route.id} id={route.id} /> : null
}
