/** One line of the own points, which can be disputed once. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Entry } from '#contracts/arena/records.ts'
import { disputePoints } from '#contracts/arena.ts'
import { Field } from '#field-kit/form.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { useConfirmLeave } from '#field-kit/unsent-forms.ts'
import { useAppServices } from '../app-services.ts'
import { useFormat, useWords } from '../words.ts'
import { Failed } from './failed.tsx'
import { useAction } from './use-action.ts'

const Disputing = ({ entry, onEnd }: { entry: Entry; onEnd: () => void }): JSX.Element => {
  const words = useWords()
  const { call } = useAppServices()
  const action = useAction()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useConfirmLeave(reason !== '')
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    const isShort = reason.trim().length < 3
    setWrong(isShort)
    if (isShort) {
      form.current?.querySelector('textarea')?.focus()
      return
    }
    const sent = await action.run(
      (idempotencyKey) =>
        call(
          disputePoints,
          { params: { entryId: entry.id }, body: { reason: reason.trim() } },
          { idempotencyKey },
        ),
      { CONFLICT: words.disputeTwice, VALIDATION_ERROR: words.disputeClosed },
    )
    if (sent) onEnd()
  }
  return (
    <form class="stack" ref={form} onSubmit={send} noValidate>
      <Field label={words.disputeLabel} hint={words.disputeHint} error={wrong ? words.tooShort : undefined}>
        {(control) => (
          <textarea
            {...control}
            name="reason"
            maxLength={500}
            value={reason}
            onInput={(event) => {
              setWrong(false)
              setReason(event.currentTarget.value)
            }}
          />
        )}
      </Field>
      <Failed of={action} />
      <div class="row">
        <button type="submit" class="primary">
          {words.disputeSend}
        </button>
        <button type="button" onClick={onEnd}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}

const Dispute = ({ of: { state, reason } }: { of: NonNullable<Entry['dispute']> }): JSX.Element => {
  const words = useWords()
  const said = { OPEN: words.disputeOpen, UPHELD: words.disputeUpheld, REVERSED: words.disputeReversed }
  return (
    <div class="stack tight">
      <p class={state === 'OPEN' ? 'mark info' : 'mark good'}>
        <Icon name={state === 'OPEN' ? 'clock' : 'check'} />
        {said[state]}
      </p>
      {reason && (
        <blockquote>
          <bdi>{reason}</bdi>
        </blockquote>
      )}
    </div>
  )
}

/** @param closed ids of seasons in which nothing is decided any more */
export const Line = ({ entry, closed }: { entry: Entry; closed: ReadonlySet<string> }): JSX.Element => {
  const words = useWords()
  const { time, number } = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { kind, state, points, season, dispute, task, creditAt } = entry
  const mayDispute =
    dispute === null &&
    kind !== 'REDEMPTION' &&
    kind !== 'RETURN' &&
    season !== null &&
    !closed.has(season.id)
  const end = (): void => {
    setIsOpen(false)
    // The button comes back in the next drawing.
    setTimeout(() => button.current?.focus())
  }
  return (
    <div class="stack tight">
      <div class="line">
        <p>{entry.rule}</p>
        <span class={state === 'CREDITED' ? 'amount' : 'amount weak'} dir="ltr">
          {points > 0 ? '+' : ''}
          {number(points)}
        </span>
      </div>
      {task && (
        <p>
          <bdi>
            #{task.number} {task.title}
          </bdi>
        </p>
      )}
      <small>
        {time(entry.at)}
        {season && (
          <>
            {' · '}
            <bdi>{season.name}</bdi>
          </>
        )}
      </small>
      {state === 'PENDING' && creditAt && (
        <p class="mark info">
          <Icon name="clock" />
          {words.countsFrom({ time: time(creditAt) })}
        </p>
      )}
      {state === 'REVERSED' && (
        <p class="mark">
          <Icon name="undo" />
          {words.takenBack}
        </p>
      )}
      {dispute && <Dispute of={dispute} />}
      {mayDispute &&
        (isOpen ? (
          <Disputing entry={entry} onEnd={end} />
        ) : (
          <p>
            <button type="button" class="quiet flush" ref={button} onClick={() => setIsOpen(true)}>
              {words.dispute}
            </button>
          </p>
        ))}
    </div>
  )
}
