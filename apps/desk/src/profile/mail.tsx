/** Which mails come, and when they wait. */
import { Button, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type NotificationKind, notificationKinds } from '#contracts/preferences.ts'
import { useFormat } from '../lib/format.ts'
import { useT } from '../lib/language.tsx'
import { holds } from '../lib/me.ts'
import { useChoose, useSaveMe } from '../lib/own-record.ts'
import { LeaveGuard } from '../parts/leave-guard.tsx'
import { Section } from '../parts/screen.tsx'
import { ErrorPanel } from '../parts/states.tsx'
import type { Person } from './about.tsx'
import { SaveError } from './save-state.tsx'

const usual = { from: '20:00', to: '07:00' }

const Quiet = ({ user, version }: { user: Person; version: number }) => {
  const { profile, words } = useT()
  const { timeZone } = useFormat()
  const save = useSaveMe()
  const before = { on: user.quietHours !== null, ...(user.quietHours ?? usual) }
  const [changes, setChanges] = useState<Partial<typeof before>>({})
  const [problem, setProblem] = useState('')
  const draft = { ...before, ...changes }
  const dirty = JSON.stringify(draft) !== JSON.stringify(before)
  const set = (part: Partial<typeof before>): void => {
    if (save.isSuccess || save.isError) save.reset()
    setProblem('')
    setChanges({ ...changes, ...part })
  }
  const reset = (): void => {
    setChanges({})
    save.reset()
  }
  const send = (): void => {
    const { on, from, to } = draft
    if (on && (from === '' || to === '')) setProblem(profile.timesNeeded)
    else if (on && from === to) setProblem(profile.timesAlike)
    else {
      save.mutate(
        { ifMatch: version, body: { quietHours: on ? { from, to } : null } },
        { onSuccess: () => setChanges({}) },
      )
    }
  }
  return (
    <form
      className="page-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Switch
        label={profile.quiet}
        description={profile.quietHelp}
        checked={draft.on}
        onChange={(event) => set({ on: event.currentTarget.checked })}
      />
      {draft.on ? (
        <div className="two">
          <TextInput
            type="time"
            label={profile.quietFrom}
            value={draft.from}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={profile.quietTo}
            value={draft.to}
            onChange={(event) => set({ to: event.currentTarget.value })}
          />
        </div>
      ) : null}
      {draft.on ? <small>{profile.quietZone(timeZone)}</small> : null}
      {problem ? (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <SaveError error={save.error} onReload={reset} />
      <div className="form-foot">
        <Button type="submit" variant="filled" loading={save.isPending}>
          {profile.saveQuiet}
        </Button>
        <span role="status">{save.isSuccess && !dirty ? words.saved : ''}</span>
      </div>
      <LeaveGuard dirty={dirty && !save.isPending} />
    </form>
  )
}

/** Those who lead are mailed about what needs them, those who work about what they may take. */
const kindsFor = (user: Person): readonly NotificationKind[] =>
  notificationKinds.filter((kind) =>
    kind === 'taskNew'
      ? user.roles.includes('TECHNICIAN')
      : kind === 'taskAssigned' || holds(user.roles, 'MANAGER'),
  )

export const Mails = ({ user, version }: { user: Person; version: number }) => {
  const { profile, words } = useT()
  const choose = useChoose()
  return (
    <Section title={profile.mails}>
      <div className="page-form">
        {kindsFor(user).map((kind) => (
          <Switch
            key={kind}
            label={profile.kinds[kind]}
            description={profile.kindHelp[kind]}
            checked={user.notifications[kind].mail}
            onChange={(event) =>
              choose.mutate({ notifications: { [kind]: { mail: event.currentTarget.checked } } })
            }
          />
        ))}
        <small>{profile.alwaysMailed}</small>
        {choose.error ? <ErrorPanel error={choose.error} /> : null}
        <span role="status">{choose.isSuccess ? words.saved : ''}</span>
      </div>
      <Quiet user={user} version={version} />
    </Section>
  )
}
