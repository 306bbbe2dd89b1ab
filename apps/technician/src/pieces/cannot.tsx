/** "Can't do it": the reason, until when, and a note for others. */
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { BlockReason, Task } from '#contracts/tasks/records.ts'
import { Field } from '#field-kit/form.tsx'
import { Icon, type IconName } from '#field-kit/icon.tsx'
import { useConfirmLeave } from '#field-kit/unsent-forms.ts'
import { instant } from '#i18n/times.ts'
import { useAppServices } from '../app-services.ts'
import { type Until, untilOf } from '../data/answers.ts'
import { reasonWord, useLocale } from '../words.ts'

const reasons: readonly (readonly [BlockReason, IconName])[] = [
  ['PARTS', 'box'],
  ['ACCESS', 'key'],
  ['VENDOR', 'van'],
  ['VISITOR', 'users'],
  ['OTHER', 'more'],
]

export const Cannot = ({ task, onClose }: { task: Task; onClose: () => void }): JSX.Element => {
  const { locale, words } = useLocale()
  const services = useAppServices()
  const dialog = useRef<HTMLDialogElement>(null)
  const [reason, setReason] = useState<BlockReason | undefined>(undefined)
  const [until, setUntil] = useState<Until>('unknown')
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const [fault, setFault] = useState<'reason' | 'until' | undefined>(undefined)
  useEffect(() => dialog.current?.showModal(), [])
  useConfirmLeave(note !== '')

  const submit = (event: Event): void => {
    event.preventDefault()
    const end = untilOf(until, typed, Date.now())
    setFault(!reason ? 'reason' : end === undefined ? 'until' : undefined)
    if (!reason || end === undefined) {
      dialog.current?.querySelector<HTMLElement>(reason ? '[type=datetime-local]' : '[name=reason]')?.focus()
      return
    }
    services.act(task, {
      kind: 'status',
      status: task.status,
      blocked: { reason, until: end, note: note.trim() || undefined },
    })
    dialog.current?.close()
  }
  const untilWords: Record<Until, string> = {
    unknown: words.untilUnknown,
    hour: words.untilHour,
    tomorrow: words.untilTomorrow({ time: instant(new Date(2026, 0, 1, 8).getTime(), 'time', locale) }),
    other: words.untilOther,
  }
  const choices: readonly Until[] = ['unknown', 'hour', 'tomorrow', 'other']
  const wrong = (text: string): JSX.Element => (
    <p class="wrong" role="alert">
      <Icon name="alert" />
      <span>{text}</span>
    </p>
  )
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      // Escape or the phone's Back button.
      onCancel={(event) => {
        if (note !== '' && !confirm(words.leave)) event.preventDefault()
      }}
      aria-labelledby="cannot-title"
    >
      <form class="stack" onSubmit={submit} noValidate>
        <h2 id="cannot-title">{words.cannotTitle}</h2>
        <fieldset>
          <legend class="vh">{words.cannotTitle}</legend>
          <div class="choices">
            {reasons.map(([code, icon]) => (
              <label class="choice" key={code}>
                <input
                  type="radio"
                  name="reason"
                  checked={reason === code}
                  onChange={() => setReason(code)}
                />
                <Icon name={icon} />
                {reasonWord(words, code)}
              </label>
            ))}
          </div>
        </fieldset>
        {fault === 'reason' && !reason && wrong(words.reasonNeeded)}
        {/* The sheet is short until a reason is chosen, so that a thumb can reach all reasons. */}
        {reason && (
          <>
            <fieldset class="stack tight">
              <legend>{words.until}</legend>
              <div class="choices">
                {choices.map((choice) => (
                  <label class="choice" key={choice}>
                    <input
                      type="radio"
                      name="until"
                      checked={until === choice}
                      onChange={() => setUntil(choice)}
                    />
                    {untilWords[choice]}
                  </label>
                ))}
              </div>
            </fieldset>
            {until === 'other' && (
              <Field label={words.untilDate}>
                {(control) => (
                  <input
                    {...control}
                    type="datetime-local"
                    value={typed}
                    onInput={(event) => setTyped(event.currentTarget.value)}
                  />
                )}
              </Field>
            )}
            {fault === 'until' && wrong(words.untilNeeded)}
            <Field label={`${words.blockNote} (${words.optional})`}>
              {(control) => (
                <textarea
                  {...control}
                  maxLength={500}
                  value={note}
                  onInput={(event) => setNote(event.currentTarget.value)}
                />
              )}
            </Field>
          </>
        )}
        <div class="actions">
          <button type="button" onClick={() => dialog.current?.close()}>
            {words.cancel}
          </button>
          <button type="submit" class="primary">
            <Icon name="pause" />
            {words.saveBlock}
          </button>
        </div>
      </form>
    </dialog>
  )
}
