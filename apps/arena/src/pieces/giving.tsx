/** Thanks a colleague: whom, what for, and words if one likes. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { giveKudos, listKudos } from '#contracts/arena/play.ts'
import { type KudosReason, kudosReasons, type Player } from '#contracts/arena/records.ts'
import { Field } from '#field-kit/form.tsx'
import { useConfirmLeave } from '#field-kit/unsent-forms.ts'
import { useAppServices } from '../app-services.ts'
import { useWords } from '../words.ts'
import { Failed } from './failed.tsx'
import { PlayerName } from './player-name.tsx'
import { Shown } from './shown.tsx'
import { useAction } from './use-action.ts'
import { useAnswer } from './use-answer.ts'
import { Wrong } from './wrong.tsx'

/** Who is found by what was typed, after a pause of typing. */
const Found = ({ q, onChoose }: { q: string; onChoose: (player: Player) => void }): JSX.Element => {
  const words = useWords()
  const found = useAnswer(listKudos, { query: { pageSize: 1, ...(q ? { q } : {}) } })
  return (
    <Shown of={found}>
      {({ about: { people } }) =>
        people.length === 0 ? (
          <p>{words.nobodyFound}</p>
        ) : (
          <ul class="found">
            {people.map((player) => (
              <li key={player.id}>
                <button type="button" class="full" onClick={() => onChoose(player)}>
                  <PlayerName player={player} />
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </Shown>
  )
}

export const Giving = ({ onEnd }: { onEnd: (sent: boolean) => void }): JSX.Element => {
  const words = useWords()
  const { call } = useAppServices()
  const action = useAction()
  const [to, setTo] = useState<Player>()
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const [reason, setReason] = useState<KudosReason>()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<'to' | 'reason' | 'text'>()
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const form = useRef<HTMLFormElement>(null)
  useConfirmLeave(to !== undefined || text !== '')
  const search = (value: string): void => {
    setTyped(value)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => setQ(value.trim()), 400)
  }
  const choose = (player: Player): void => {
    setTo(player)
    setWrong(undefined)
    setTimeout(() => form.current?.querySelector<HTMLElement>('[name=reason]')?.focus())
  }
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    const given = text.trim()
    const missing =
      to === undefined
        ? 'to'
        : reason === undefined
          ? 'reason'
          : given !== '' && given.length < 3
            ? 'text'
            : undefined
    setWrong(missing)
    if (missing) {
      const name = missing === 'to' ? 'whom' : missing
      form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
    }
    if (missing || to === undefined || reason === undefined) return
    const sent = await action.run(
      (idempotencyKey) =>
        call(
          giveKudos,
          { body: { to: to.id, reason, ...(given ? { text: given } : {}) } },
          { idempotencyKey },
        ),
      { VALIDATION_ERROR: words.backAndForth, NOT_FOUND: words.personGone },
    )
    if (sent) onEnd(true)
  }
  return (
    <form class="stack" ref={form} onSubmit={send} noValidate>
      {to ? (
        <div class="row">
          <PlayerName player={to} />
          <button type="button" onClick={() => setTo(undefined)}>
            {words.chooseAnother}
          </button>
        </div>
      ) : (
        <>
          <Field
            label={words.whom}
            hint={words.whomHint}
            error={wrong === 'to' ? words.chooseWhom : undefined}
          >
            {(control) => (
              <input
                {...control}
                type="search"
                name="whom"
                autocomplete="off"
                maxLength={24}
                value={typed}
                onInput={(event) => search(event.currentTarget.value)}
              />
            )}
          </Field>
          <Found q={q} onChoose={choose} />
        </>
      )}
      <fieldset class="choices">
        <legend>{words.whatFor}</legend>
        {kudosReasons.map((one) => (
          <label key={one} class="choice">
            <input
              type="radio"
              name="reason"
              checked={reason === one}
              onChange={() => {
                setReason(one)
                setWrong(undefined)
              }}
            />
            {words.reasons[one]}
          </label>
        ))}
        <Wrong text={wrong === 'reason' ? words.chooseReason : undefined} />
      </fieldset>
      <Field
        label={`${words.yourWords} (${words.optional})`}
        error={wrong === 'text' ? words.tooShort : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            name="text"
            maxLength={200}
            value={text}
            onInput={(event) => {
              setWrong(undefined)
              setText(event.currentTarget.value)
            }}
          />
        )}
      </Field>
      <Failed of={action} />
      <div class="row">
        <button type="submit" class="primary">
          {words.sendThanks}
        </button>
        <button type="button" onClick={() => onEnd(false)}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
