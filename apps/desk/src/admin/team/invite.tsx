/** Many at once: addresses pasted as they come, one call each, with what became of every one. */
import { Button, Checkbox, Modal, NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#client/errors.ts'
import { inviteUser } from '#contracts/admin/users.ts'
import { type Role, roles, type VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { client, refreshAll } from '../../lib/api.ts'
import { useDeskLanguage, useT } from '../../lib/language.tsx'
import { useFocusBack } from '../../parts/focus-back.ts'
import { Mark } from '../../parts/mark.tsx'
import { useErrorWords } from '../../parts/states.tsx'
import { type Address, addressesIn } from './addresses.ts'

interface Outcome extends Address {
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed'
  readonly why: string
}

const tones = { waiting: 'muted', sending: 'info', sent: 'good', failed: 'bad' } as const

/** These end the run: what is left would fail for the same cause. */
const hopeless = new Set(['PLAN_LIMIT_REACHED', 'FORBIDDEN', 'UNAUTHORIZED', 'NETWORK'])

export const Invite = ({ onClose }: { onClose: () => void }) => {
  const { team, words } = useT()
  const desk = useDeskLanguage()
  const say = useErrorWords()
  const [text, setText] = useState('')
  const [held, setHeld] = useState<readonly Role[]>(['TECHNICIAN'])
  const [language, setLanguage] = useState<VisitorLanguage>(desk)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [leaving, setLeaving] = useState(false)
  const found = addressesIn(text)
  const sent = outcomes.filter(({ state }) => state === 'sent').length
  const failed = outcomes.filter(({ state }) => state === 'failed')

  const send = async (addresses: readonly Address[]): Promise<void> => {
    setProblem(undefined)
    if (addresses.length === 0) return setProblem(team.addressNeeded)
    if (held.length === 0) return setProblem(team.roleNeeded)
    setRunning(true)
    setOutcomes(addresses.map((one) => ({ ...one, state: 'waiting', why: '' })))
    const note = (email: string, state: Outcome['state'], why = ''): void =>
      setOutcomes((before) => before.map((one) => (one.email === email ? { ...one, state, why } : one)))
    let ended = ''
    for (const { email, name } of addresses) {
      if (ended) {
        note(email, 'failed', ended)
        continue
      }
      note(email, 'sending')
      try {
        await client.call(inviteUser, { body: { email, name, roles: [...held], language } })
        note(email, 'sent')
      } catch (fault) {
        if (!(fault instanceof ApiError)) throw fault
        const why = fault.code === 'CONFLICT' ? team.alreadyHere : say(fault)
        note(email, 'failed', why)
        if (hopeless.has(fault.code)) ended = why
      }
    }
    setRunning(false)
    await refreshAll(true)
  }
  useFocusBack(true)
  const ask = (): void => {
    if (running) return
    if (text.trim() !== '' && outcomes.length === 0 && !leaving) setLeaving(true)
    else onClose()
  }
  return (
    <Modal
      opened
      onClose={ask}
      title={team.invite}
      size="lg"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {outcomes.length === 0 ? (
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void send(found)
          }}
        >
          <Textarea
            data-autofocus
            label={team.addresses}
            description={team.addressesHelp}
            autosize
            minRows={4}
            maxRows={12}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <fieldset>
            <legend>{team.roles}</legend>
            {roles.map((role) => (
              <Checkbox
                key={role}
                label={words.role[role]}
                description={team.roleHelp[role]}
                checked={held.includes(role)}
                onChange={() =>
                  setHeld(held.includes(role) ? held.filter((one) => one !== role) : [...held, role])
                }
              />
            ))}
          </fieldset>
          <NativeSelect
            label={team.language}
            value={language}
            onChange={(event) => setLanguage(event.currentTarget.value as VisitorLanguage)}
            data={Object.entries(words.languages).map(([value, label]) => ({ value, label }))}
          />
          {problem ? (
            <p className="field-problem" role="alert">
              {problem}
            </p>
          ) : null}
          {leaving ? (
            <div className="leaving" role="alert">
              <span>{words.notSaved}</span>
              <Button color="bad" onClick={onClose}>
                {words.discard}
              </Button>
              <Button onClick={() => setLeaving(false)}>{words.keepEditing}</Button>
            </div>
          ) : (
            <div className="form-foot">
              <Button type="submit" variant="filled">
                {found.length === 0 ? team.invite : team.inviteCount(found.length)}
              </Button>
              <Button onClick={ask}>{words.cancel}</Button>
            </div>
          )}
        </form>
      ) : (
        <div className="form">
          <p role="status">{team.progress(sent, failed.length, outcomes.length)}</p>
          <ul className="outcomes">
            {outcomes.map((one) => (
              <li key={one.email}>
                <span>{one.email}</span>
                <Mark tone={tones[one.state]}>{team.outcome[one.state]}</Mark>
                {one.why ? <small>{one.why}</small> : null}
              </li>
            ))}
          </ul>
          <div className="form-foot">
            {running ? null : (
              <Button variant="filled" onClick={onClose}>
                {words.close}
              </Button>
            )}
            {!running && failed.length > 0 ? (
              <Button onClick={() => void send(failed)}>{team.tryAgain(failed.length)}</Button>
            ) : null}
          </div>
        </div>
      )}
    </Modal>
  )
}
