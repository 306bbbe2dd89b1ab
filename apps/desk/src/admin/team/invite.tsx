/** Invites many members: pasted addresses, one request each, with the result of each. */
import { Button, Checkbox, Modal, NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#client/errors.ts'
import {
  roles as allRoles,
  type Role,
  type VisitorLanguage,
  visitorLanguages,
} from '#contracts/kit/vocabulary.ts'
import { inviteUser } from '#contracts/team.ts'
import { Group, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { client, refreshAll } from '#desk-kit/lib/api.ts'
import { useDeskLanguage, useMessages } from '#desk-kit/lib/language.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { useErrorText } from '#desk-kit/parts/states.tsx'
import { type Address, addressesIn, type Pasted } from './addresses.ts'
import { teamMessages } from './messages.ts'

interface Invited extends Address {
  readonly roles: readonly Role[]
  readonly language: VisitorLanguage
}

interface Outcome extends Invited {
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed'
  readonly why: string
}

const tones = { waiting: 'muted', sending: 'info', sent: 'good', failed: 'bad' } as const

/** Errors that stop the run, since the remaining requests would fail as well. */
const stopCodes = new Set(['PLAN_LIMIT_REACHED', 'FORBIDDEN', 'UNAUTHORIZED', 'NETWORK'])

interface AskProps {
  readonly onClose: () => void
  readonly onSend: (pasted: Pasted, roles: readonly Role[], language: VisitorLanguage) => void
}

/** Pasted addresses that are not invited, each with its reason. */
const LeftOut = ({ dropped }: Pick<Pasted, 'dropped'>) => {
  const team = useMessages(teamMessages)
  if (dropped.length === 0) return null
  return (
    <div role="status">
      <p>{team.leftOut({ count: dropped.length })}</p>
      <ul className="outcomes">
        {dropped.map(({ text, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may be pasted several times
          <li key={at}>
            <span>{text}</span>
            <small>{team.whyLeftOut[why]}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Ask = ({ onClose, onSend }: AskProps) => {
  const { words } = useMessages()
  const team = useMessages(teamMessages)
  const desk = useDeskLanguage()
  const form = useForm({
    draft: () => ({
      addresses: '',
      roles: ['TECHNICIAN'] as readonly Role[],
      language: desk as VisitorLanguage,
    }),
    write: (draft) => draft,
    body: inviteUser,
    check: ({ addresses, roles }) => ({
      addresses: addressesIn(addresses).addresses.length === 0 && team.addressNeeded,
      roles: roles.length === 0 && team.roleNeeded,
    }),
    create: async (draft) => draft,
    onDone: (draft) => {
      if (draft) onSend(addressesIn(draft.addresses), draft.roles, draft.language)
    },
  })
  const held = form.values.roles
  const { addresses, dropped } = addressesIn(form.values.addresses)
  const found = addresses.length
  return (
    <FormDialog
      form={form}
      title={team.invite}
      submit={found === 0 ? team.invite : team.inviteCount({ count: found })}
      onClose={onClose}
    >
      <Textarea
        {...text(form, 'addresses', team.addresses)}
        description={team.addressesHelp}
        data-autofocus
        autosize
        minRows={4}
        maxRows={12}
      />
      <LeftOut dropped={dropped} />
      <Group form={form} name="roles" legend={team.roles}>
        {allRoles.map((role) => (
          <Checkbox
            key={role}
            label={words.role[role]}
            description={team.roleHelp[role]}
            checked={held.includes(role)}
            onChange={() =>
              form.set({ roles: held.includes(role) ? held.filter((one) => one !== role) : [...held, role] })
            }
          />
        ))}
      </Group>
      <NativeSelect
        {...text(form, 'language', team.language)}
        data={visitorLanguages.map((one) => ({ value: one, label: words.languages[one] }))}
      />
    </FormDialog>
  )
}

export const Invite = ({ onClose }: { onClose: () => void }) => {
  const { words } = useMessages()
  const team = useMessages(teamMessages)
  const say = useErrorText()
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [running, setRunning] = useState(false)
  const [dropped, setDropped] = useState<Pasted['dropped']>([])
  const sent = outcomes.filter(({ state }) => state === 'sent').length
  const failed = outcomes.filter(({ state }) => state === 'failed')

  const send = async (invited: readonly Invited[]): Promise<void> => {
    setRunning(true)
    setOutcomes(invited.map((one) => ({ ...one, state: 'waiting', why: '' })))
    const note = (email: string, state: Outcome['state'], why = ''): void =>
      setOutcomes((before) => before.map((one) => (one.email === email ? { ...one, state, why } : one)))
    let ended = ''
    for (const { email, name, roles, language } of invited) {
      if (ended) {
        note(email, 'failed', ended)
        continue
      }
      note(email, 'sending')
      try {
        await client.call(inviteUser, { body: { email, name, roles: [...roles], language } })
        note(email, 'sent')
      } catch (fault) {
        if (!(fault instanceof ApiError)) throw fault
        const why = fault.code === 'CONFLICT' ? team.alreadyHere : say(fault)
        note(email, 'failed', why)
        if (stopCodes.has(fault.code)) ended = why
      }
    }
    setRunning(false)
    await refreshAll(true)
  }
  useFocusBack(true)
  if (outcomes.length === 0) {
    return (
      <Ask
        onClose={onClose}
        onSend={(pasted, roles, language) => {
          setDropped(pasted.dropped)
          void send(pasted.addresses.map((one) => ({ ...one, roles, language })))
        }}
      />
    )
  }
  return (
    <Modal
      opened
      onClose={() => {
        if (!running) onClose()
      }}
      title={team.invite}
      size="lg"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <div className="form">
        <p role="status">{team.progress({ sent, failed: failed.length, all: outcomes.length })}</p>
        <ul className="outcomes">
          {outcomes.map((one) => (
            <li key={one.email}>
              <span>{one.email}</span>
              <Mark tone={tones[one.state]}>{team.outcome[one.state]}</Mark>
              {one.why ? <small>{one.why}</small> : null}
            </li>
          ))}
        </ul>
        <LeftOut dropped={dropped} />
        <div className="form-foot">
          {running ? null : (
            <Button variant="filled" onClick={onClose}>
              {words.close}
            </Button>
          )}
          {!running && failed.length > 0 ? (
            <Button onClick={() => void send(failed)}>{team.tryAgain({ count: failed.length })}</Button>
          ) : null}
        </div>
      </div>
    </Modal>
  )
}
