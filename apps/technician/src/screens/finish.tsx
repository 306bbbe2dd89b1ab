/** TEC-3: finishing a task, with a photo of the result and what was done. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { quickResolutions } from '#contracts/tasks/resolutions.ts'
import { Field, TextField } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { allResized, TakenPhotos } from '#field-kit/photos.tsx'
import { useConfirmLeave } from '#field-kit/unsent-forms.ts'
import { useAppServices } from '../app-services.ts'
import { minutesOf } from '../data/answers.ts'
import { listAddress } from '../data/list-address.ts'
import { Banner } from '../pieces/banner.tsx'
import { useFormDraft } from '../pieces/use-form-draft.ts'
import { useMayShowPhoto } from '../pieces/use-may-show-photo.ts'
import { useNeedsPhoto } from '../pieces/use-needs-photo.ts'
import { useTask } from '../pieces/use-task.ts'
import { pathOf } from '../routes.ts'
import { useRouter } from '../use-router.ts'
import { resolutionWord, useWords } from '../words.ts'

const quickMinutes = [5, 15, 30, 60] as const
const mostPhotos = 5
/** answered in the user's own words */
const other = 'OTHER'
/** @property shown 'yes': visitors see the photos */
const empty = { done: '', otherText: '', minutes: '', shown: '' }

export const Finish = ({ id }: { id: string }): JSX.Element => {
  const words = useWords()
  const services = useAppServices()
  const { go } = useRouter()
  const { task, detail, trouble } = useTask(id)
  const [{ done, otherText, minutes, shown }, change, photos, setPhotos] = useFormDraft(`finish ${id}`, empty)
  /** ignores a second tap */
  const isSent = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const [wrongMinutes, setWrongMinutes] = useState(false)
  const mayShow = useMayShowPhoto(task, detail) && photos.length > 0
  const lacksPhoto = useNeedsPhoto(task) && photos.length === 0
  const [isAsked, setAsked] = useState(false)
  useConfirmLeave(photos.length > 0 || Boolean(done || minutes))

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (!task || isSent.current) return
    if (lacksPhoto) {
      setAsked(true)
      form.current?.querySelector<HTMLElement>('[type=file]')?.focus()
      return
    }
    const minutesSpent = minutesOf(minutes)
    if (minutesSpent === null) {
      setWrongMinutes(true)
      form.current?.querySelector<HTMLElement>('[name=minutes]')?.focus()
      return
    }
    isSent.current = true
    const small = await allResized(photos)
    isSent.current = small !== undefined
    // The screen was left meanwhile, and the user confirmed losing the input.
    if (!small || !form.current) return
    const resolution = done === other ? otherText.trim() : done
    await services.finish(
      task,
      {
        kind: 'status',
        status: 'DONE',
        ...(resolution ? { resolution } : {}),
        ...(minutesSpent === undefined ? {} : { minutesSpent }),
      },
      small,
      mayShow && shown === 'yes',
    )
    go(listAddress(), { sent: true })
  }

  const back = (
    <Link class="button quiet back" to={pathOf({ name: 'task', id })}>
      <Icon name="back" />
      {words.back}
    </Link>
  )
  if (!task) {
    return (
      <>
        {back}
        <Heading text={words.finishTitle} />
        <Banner />
        <p>{trouble ? words.notFound : words.loading}</p>
      </>
    )
  }
  return (
    <>
      {back}
      <Heading text={words.finishTitle} />
      <p>
        <bdi>{task.title}</bdi>
      </p>
      <Banner />
      <form class="stack wide" ref={form} onSubmit={submit} noValidate>
        <section class="stack">
          <h2>{words.photoAfter}</h2>
          {lacksPhoto &&
            (isAsked ? (
              <p class="wrong" role="alert">
                <Icon name="alert" />
                <span>{words.photoNeeded}</span>
              </p>
            ) : (
              <p class="hint">{words.photoNeeded}</p>
            ))}
          <TakenPhotos taken={photos} most={mostPhotos} alt={words.photoAfter} onChange={setPhotos} />
          {mayShow && (
            <div class="stack tight">
              <label class="tick">
                <input
                  type="checkbox"
                  aria-describedby="shown-hint"
                  checked={shown === 'yes'}
                  onChange={({ currentTarget }) => change({ shown: currentTarget.checked ? 'yes' : '' })}
                />
                {words.photoPublic}
              </label>
              <p class="hint" id="shown-hint">
                {words.photoPublicHint}
              </p>
            </div>
          )}
        </section>
        <fieldset class="stack">
          <legend>
            {words.whatDone} <small>({words.optional})</small>
          </legend>
          <div class="choices">
            {[...quickResolutions, other].map((code) => (
              <label class="choice" key={code}>
                <input
                  type="radio"
                  name="done"
                  checked={done === code}
                  onChange={() => change({ done: code })}
                />
                {code === other ? words.other : resolutionWord(words, code)}
              </label>
            ))}
          </div>
          {done === other && (
            <TextField
              label={words.otherDoneLabel}
              name="resolution"
              maxLength={1000}
              value={otherText}
              onText={(text) => change({ otherText: text })}
            />
          )}
        </fieldset>
        <fieldset class="stack">
          <legend>
            {words.minutes} <small>({words.optional})</small>
          </legend>
          <div class="row">
            {quickMinutes.map((count) => (
              <button
                type="button"
                class="chip"
                key={count}
                aria-pressed={minutes === String(count)}
                onClick={() => change({ minutes: String(count) })}
              >
                {minutes === String(count) && <Icon name="check" />}
                {words.minutesShort({ count })}
              </button>
            ))}
          </div>
          <Field
            label={words.minutesLabel}
            error={wrongMinutes && minutesOf(minutes) === null ? words.minutesWrong : undefined}
          >
            {(control) => (
              <input
                {...control}
                type="text"
                name="minutes"
                inputMode="numeric"
                autocomplete="off"
                value={minutes}
                onInput={(event) => change({ minutes: event.currentTarget.value })}
              />
            )}
          </Field>
        </fieldset>
        <div class="bar">
          <button type="submit" class="primary">
            <Icon name="check" />
            {words.finish}
          </button>
        </div>
      </form>
    </>
  )
}
