/** TEC-5: reporting a problem: what, where, a photo, and who takes care of it. */
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { sayPlace } from '#contracts/kit/place.ts'
import { useCell } from '#field-kit/cell.ts'
import { Field, Notice, SelectField, TextField } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { allResized, TakenPhotos } from '#field-kit/photos.tsx'
import { useConfirmLeave } from '#field-kit/unsent-forms.ts'
import { useAppServices } from '../app-services.ts'
import { fold, listAddress } from '../data/list-address.ts'
import type { FoundRoom } from '../data/rooms.ts'
import type { CachedRoom } from '../data/task-cache.ts'
import type { NewProblem } from '../outbox/operation.ts'
import { Banner } from '../pieces/banner.tsx'
import { useFormDraft } from '../pieces/use-form-draft.ts'
import { useRoom } from '../pieces/use-room.ts'
import { useSticker } from '../pieces/use-sticker.ts'
import { pathOf } from '../routes.ts'
import { useRouter } from '../use-router.ts'
import { useWords } from '../words.ts'

const mostPhotos = 3
const longestTitle = 120
const empty = { chosen: '', category: '', text: '', note: '', others: '' }

/** Cached rooms, to choose from without a scan. */
const useRooms = (): readonly (readonly [id: string, text: string])[] => {
  const { rooms, tasks } = useAppServices()
  const seen = useCell(rooms.rooms)
  const list = useCell(tasks.list)
  const found = new Map<string, string>()
  for (const { amenity, location, building } of list?.tasks ?? [])
    if (amenity) found.set(amenity.id, sayPlace(amenity.name, location, building?.name))
  for (const { id, name, location, building } of seen) found.set(id, sayPlace(name, location, building))
  return [...found].sort(([, a], [, b]) => a.localeCompare(b, undefined, { numeric: true }))
}

/** Finds any room of the user's buildings; what this phone has cached is in the list below anyway. */
const FindRoom = ({ onFound }: { onFound: (rooms: readonly FoundRoom[]) => void }): JSX.Element => {
  const words = useWords()
  const { rooms } = useAppServices()
  const [text, setText] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed asks again
  useEffect(() => {
    const wanted = text.trim()
    if (wanted.length < 2) return
    const timer = setTimeout(() => rooms.search(wanted).then(onFound, () => undefined), 400)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextField label={`${words.findRoom} (${words.optional})`} name="find" value={text} onText={setText} />
  )
}

/** Issues from the room's last scan, else from another room of the same type. */
const stickerFor = (rooms: readonly CachedRoom[], id: string): CachedRoom['sticker'] => {
  const room = rooms.find((one) => one.id === id)
  return (
    room?.sticker ??
    rooms.find(({ type, sticker }) => sticker && type !== null && type === room?.type)?.sticker
  )
}

const Form = ({ given }: { given: string | undefined }): JSX.Element => {
  const words = useWords()
  const services = useAppServices()
  const { go, search } = useRouter()
  const choices = useRooms()
  const seen = useCell(services.rooms.rooms)
  const [texts, change, photos, setPhotos] = useFormDraft(`problem ${given ?? ''}`, empty)
  const { chosen, category, text, note } = texts
  const mine = texts.others === ''
  const [isMissing, setMissing] = useState(false)
  const [found, setFound] = useState<readonly FoundRoom[]>([])
  const form = useRef<HTMLFormElement>(null)
  /** ignores a second tap */
  const isSent = useRef(false)
  // The sticker may have moved to another room; the typed input stays.
  const roomId = given ?? chosen
  useSticker(given)
  useConfirmLeave(Boolean(category || text || note || photos.length))
  const room = useRoom(roomId)
  const sticker = stickerFor(seen, roomId)
  const hasIssues = sticker !== undefined && sticker.issues.length > 0
  const issue = sticker?.issues.find(({ code }) => code === category)

  const choose = (id: string, among: readonly FoundRoom[]): void => {
    change({ chosen: id, category: '' })
    const one = among.find((other) => other.id === id)
    if (one) services.rooms.choose(one)
  }
  // The first one found is chosen: the list below shows it, and has the others.
  const take = (rooms: readonly FoundRoom[]): void => {
    setFound(rooms)
    const [first] = rooms
    if (first) choose(first.id, rooms)
  }

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (isSent.current) return
    const said = text.trim()
    const title = (said || issue?.name || '').slice(0, longestTitle)
    setMissing(title === '')
    if (title === '') {
      form.current?.querySelector<HTMLElement>('[name=issue],[name=text]')?.focus()
      return
    }
    isSent.current = true
    const small = await allResized(photos)
    isSent.current = small !== undefined
    // The screen was left meanwhile, and the user confirmed losing the input.
    if (!small || !form.current) return
    const problem: NewProblem = {
      title,
      mine,
      ...(note.trim() ? { description: note.trim() } : {}),
      ...(issue ? { category: issue.code } : {}),
      ...(room ? { room: { id: room.id, name: room.name, location: room.location } } : {}),
    }
    await services.report(problem, small)
    // It stands among what nobody has.
    if (!mine) fold.isOpen = true
    go(given ? pathOf({ name: 'room', id: given }) : listAddress(), { sent: true })
  }
  // Without issues to choose from, the text field is the answer to the question.
  const textLabel = !hasIssues
    ? words.problemWhat
    : issue
      ? `${words.otherDoneLabel} (${words.optional})`
      : words.otherDoneLabel
  return (
    <form class="stack wide" ref={form} onSubmit={submit} noValidate>
      <div role="alert">
        {search.includes('unknown=') && <Notice tone="warn">{words.scanUnknown}</Notice>}
      </div>
      {given ? (
        <p class="place" role="status">
          <Icon name="place" />
          <bdi>{sayPlace(room?.name, room?.location, room?.building) || words.unnamed}</bdi>
        </p>
      ) : (
        <>
          <FindRoom onFound={take} />
          <SelectField
            label={words.where}
            name="room"
            value={roomId}
            choices={[
              ['', words.unnamed],
              ...found.map((one) => [one.id, sayPlace(one.name, one.location, one.building)] as const),
              ...choices.filter(([id]) => found.every((one) => one.id !== id)),
            ]}
            onText={(id) => choose(id, found)}
          />
        </>
      )}
      {hasIssues && (
        <fieldset class="stack tight">
          <legend>{words.problemWhat}</legend>
          <div class="choices short" lang={sticker.language}>
            {sticker.issues.map(({ code, name }) => (
              <label class="choice" key={code}>
                <input
                  type="radio"
                  name="issue"
                  checked={category === code}
                  onChange={() => {
                    change({ category: code })
                    setMissing(false)
                  }}
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <TextField
        label={textLabel}
        hint={hasIssues ? undefined : words.otherDoneLabel}
        name="text"
        maxLength={longestTitle}
        value={text}
        error={isMissing ? words.problemNeeded : undefined}
        onText={(next) => {
          change({ text: next })
          setMissing(false)
        }}
      />
      <section class="stack">
        <TakenPhotos taken={photos} most={mostPhotos} alt={words.before} onChange={setPhotos} />
      </section>
      <Field label={`${words.blockNote} (${words.optional})`}>
        {(control) => (
          <textarea
            {...control}
            name="note"
            maxLength={4000}
            value={note}
            onInput={(event) => change({ note: event.currentTarget.value })}
          />
        )}
      </Field>
      <fieldset class="stack tight">
        <legend>{words.problemWho}</legend>
        <div class="choices two">
          {([true, false] as const).map((own) => (
            <label class="choice" key={String(own)}>
              <input
                type="radio"
                name="who"
                checked={mine === own}
                onChange={() => change({ others: own ? '' : 'yes' })}
              />
              {own ? words.problemMe : words.problemOthers}
            </label>
          ))}
        </div>
      </fieldset>
      <div class="bar">
        <button type="submit" class="primary">
          <Icon name="send" />
          {words.problemSave}
        </button>
      </div>
    </form>
  )
}

export default function Problem(): JSX.Element | null {
  const words = useWords()
  const { route, search } = useRouter()
  if (route.name !== 'problem') return null
  return (
    <>
      <Link
        class="button quiet back"
        to={route.id ? pathOf({ name: 'room', id: route.id }) + search : listAddress()}
      >
        <Icon name="back" />
        {words.back}
      </Link>
      <Heading text={words.problemTitle} />
      <Banner />
      <Form given={route.id} />
    </>
  )
}
