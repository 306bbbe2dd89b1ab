/** TEC-9: reporting an absence hands over open tasks, so it asks first and can be undone for ten seconds. */
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CallInput } from '#client/types.ts'
import type { OperatorDetail } from '#contracts/operator/records.ts'
import type { setDuty } from '#contracts/operator.ts'
import { Field } from '#field-kit/form.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { untilOf } from '../data/answers.ts'
import { useWords } from '../words.ts'

const undoMilliseconds = 10_000

/** The request that restores the duty before the absence and takes the tasks back. */
export const dutyBefore = (
  { onDuty, duty: { state, until } }: OperatorDetail,
  now: number,
): CallInput<typeof setDuty>['body'] => {
  const was = onDuty ? 'ON' : state === 'BREAK' ? 'BREAK' : 'OFF'
  const isToCome = was === state && until !== null && Date.parse(until) > now
  return { state: was, until: isToCome ? until : null, takeBack: true }
}

/** Two taps within this time are one. */
const doubleTapMs = 500

interface AbsenceProps {
  readonly busy: boolean
  /** number of tasks that would be handed over */
  readonly count: number
  readonly onLeave: (until: string | null) => void
}

export const Absence = ({ busy, count, onLeave }: AbsenceProps): JSX.Element => {
  const words = useWords()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [asked, setAsked] = useState<{ readonly until: string | null }>()
  const [isReady, setReady] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const no = useRef<HTMLButtonElement>(null)
  // The focus keeps a second Enter from handing over; it may scroll the page, and then a second tap falls on the
  // button that does.
  useEffect(() => {
    if (!asked) return
    no.current?.focus()
    const timer = setTimeout(() => setReady(true), doubleTapMs)
    return () => {
      clearTimeout(timer)
      setReady(false)
    }
  }, [asked])
  const submit = (event: Event): void => {
    event.preventDefault()
    const until = typed === '' ? null : untilOf('other', typed, Date.now())
    setWrong(until === undefined)
    if (until === undefined) field.current?.focus()
    else setAsked({ until })
  }
  return (
    <form class="stack" onSubmit={submit} noValidate>
      <h2>{words.shiftAbsentTitle}</h2>
      <p>{words.shiftAbsentHelp}</p>
      <Field
        label={`${words.shiftAbsentUntil} (${words.optional})`}
        error={isWrong ? words.untilNeeded : undefined}
      >
        {(control) => (
          <input
            {...control}
            ref={field}
            type="datetime-local"
            value={typed}
            onInput={(event) => {
              setTyped(event.currentTarget.value)
              setAsked(undefined)
            }}
          />
        )}
      </Field>
      {asked ? (
        <div class="stack tight">
          <p id="absence-sure">
            <strong>{words.shiftAbsentSure({ count })}</strong>
          </p>
          <div class="row">
            <button
              type="button"
              ref={no}
              aria-describedby="absence-sure"
              onClick={() => setAsked(undefined)}
            >
              {words.cancel}
            </button>
            <button
              type="button"
              class="primary"
              disabled={busy || !isReady}
              onClick={() => onLeave(asked.until)}
            >
              {words.shiftTellAbsent}
            </button>
          </div>
        </div>
      ) : (
        <div class="row">
          <button type="submit">{words.shiftTellAbsent}</button>
        </div>
      )}
    </form>
  )
}

interface UndoProps {
  readonly onUndo: () => void
  readonly onOver: () => void
}

/** Stays while it has the focus. */
export const AbsenceUndo = ({ onUndo, onOver }: UndoProps): JSX.Element => {
  const words = useWords()
  const [held, setHeld] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time runs from when it came, whatever is drawn anew
  useEffect(() => {
    if (held) return
    const timer = setTimeout(onOver, undoMilliseconds)
    return () => clearTimeout(timer)
  }, [held])
  return (
    <div role="status" class="undo" onFocusCapture={() => setHeld(true)} onBlurCapture={() => setHeld(false)}>
      <div class="undo-bar">
        <p>
          <Icon name="check" />
          <span>{words.shiftAbsent}</span>
        </p>
        <div class="row">
          <button type="button" onClick={onUndo}>
            <Icon name="undo" />
            {words.undo}
          </button>
        </div>
      </div>
    </div>
  )
}
