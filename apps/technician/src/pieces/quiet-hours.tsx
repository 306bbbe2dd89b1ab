/** Form of the hours in which nothing is shown on the phone. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Field } from '#field-kit/form.tsx'
import { Outcome, Tick, useAttempt } from '#field-kit/own-record.tsx'
import { useConfirmLeave } from '#field-kit/unsent-forms.ts'
import { useAppServices } from '../app-services.ts'
import type { OwnRecord } from '../data/account.ts'
import { useWords } from '../words.ts'

const usual = { from: '20:00', to: '06:00' }

export const QuietHours = ({ record: { user, tenant, version } }: { record: OwnRecord }): JSX.Element => {
  const words = useWords()
  const { account } = useAppServices()
  const attempt = useAttempt()
  const before = { on: user.quietHours !== null, ...(user.quietHours ?? usual) }
  const [changes, setChanges] = useState<Partial<typeof before>>({})
  const [wrong, setWrong] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useConfirmLeave(Object.keys(changes).length > 0)
  const { on, from, to } = { ...before, ...changes }
  const set = (part: Partial<typeof before>): void => {
    attempt.clear()
    setWrong(false)
    setChanges({ ...changes, ...part })
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    if (on && (from === '' || to === '' || from === to)) {
      setWrong(true)
      form.current?.querySelector<HTMLElement>('[name=to]')?.focus()
      return
    }
    attempt.run(async () => {
      await account.save({ quietHours: on ? { from, to } : null }, version)
      setChanges({})
    })
  }
  return (
    <form class="stack" ref={form} onSubmit={submit} noValidate>
      <h2>{words.quietHours}</h2>
      <Tick
        label={words.quietOn}
        hint={words.quietHint}
        checked={on}
        onChange={(checked) => set({ on: checked })}
      />
      {on &&
        (['from', 'to'] as const).map((end) => (
          <Field
            key={end}
            label={end === 'from' ? words.quietFrom : words.quietTo}
            error={wrong && end === 'to' ? words.quietWrong : undefined}
          >
            {(control) => (
              <input
                {...control}
                type="time"
                name={end}
                value={end === 'from' ? from : to}
                onInput={(event) => set({ [end]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))}
      {on && <small>{words.quietZone({ zone: user.timeZone ?? tenant.timeZone })}</small>}
      <Outcome
        attempt={attempt}
        saved={words.saved}
        onReload={() => account.load().then(() => setChanges({}))}
      />
      <button type="submit" class="primary">
        {attempt.busy ? words.saving : words.quietSave}
      </button>
    </form>
  )
}
