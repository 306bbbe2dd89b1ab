/** Notification settings: push, email and quiet hours. */
import { Switch, TextInput } from '@mantine/core'
import { updateMe } from '#contracts/auth.ts'
import { type NotificationKind, notificationKinds } from '#contracts/preferences.ts'
import { check, text } from '#desk-kit/form/fields.tsx'
import { PageForm } from '#desk-kit/form/page-form.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useUpdateCurrentUser, useUpdatePreference } from '#desk-kit/lib/current-user.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { includesRole } from '#desk-kit/lib/me.ts'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import type { Person } from './about.tsx'
import { profileMessages } from './messages.ts'
import { Pushes } from './push.tsx'

const usual = { from: '20:00', to: '07:00' }

const Quiet = ({ user, version }: { user: Person; version: number }) => {
  const profile = useMessages(profileMessages)
  const { timeZone } = useFormat()
  const save = useUpdateCurrentUser()
  const record = { ...user, version }
  const form = useForm({
    record,
    draft: (now = record) => ({ on: now.quietHours !== null, ...(now.quietHours ?? usual) }),
    write: ({ on, from, to }) => ({ quietHours: on ? { from, to } : null }),
    body: updateMe,
    check: ({ on, from, to }) => ({
      from: on && from === '' && profile.timesNeeded,
      to: on && (to === '' ? profile.timesNeeded : from === to && profile.timesAlike),
    }),
    update: (body, seen) => save.mutateAsync({ ifMatch: seen.version, body }),
  })
  return (
    <PageForm form={form} submit={profile.saveQuiet}>
      <Switch {...check(form, 'on', profile.quiet)} description={profile.quietHelp} />
      {form.values.on ? (
        <>
          <div className="two">
            <TextInput {...text(form, 'from', profile.quietFrom)} type="time" />
            <TextInput {...text(form, 'to', profile.quietTo)} type="time" />
          </div>
          <small>{profile.quietZone({ zone: timeZone })}</small>
        </>
      ) : null}
    </PageForm>
  )
}

/** Managers are notified of what needs a decision, technicians of tasks that they can take; the arena is chosen on the phone. */
const kindsFor = (user: Person) =>
  notificationKinds.filter((kind): kind is Exclude<NotificationKind, 'arena'> =>
    kind === 'taskNew'
      ? user.roles.includes('TECHNICIAN')
      : kind === 'taskAssigned' || (kind !== 'arena' && includesRole(user.roles, 'MANAGER')),
  )

export const NotificationSettings = ({ user, version }: { user: Person; version: number }) => {
  const { words } = useMessages()
  const profile = useMessages(profileMessages)
  const choose = useUpdatePreference()
  return (
    <Section title={profile.news}>
      <Pushes user={user} />
      <div className="page-form">
        <small>{profile.waysHelp}</small>
        {kindsFor(user).map((kind) => (
          <fieldset key={kind} className="plain-fieldset">
            <legend>
              {profile.kinds[kind]}
              <small>{profile.kindHelp[kind]}</small>
            </legend>
            <div className="two">
              {(kind === 'digest' ? (['mail'] as const) : (['push', 'mail'] as const)).map((channel) => (
                <Switch
                  key={channel}
                  label={profile.channels[channel]}
                  checked={user.notifications[kind][channel]}
                  onChange={(event) =>
                    choose.mutate({ notifications: { [kind]: { [channel]: event.currentTarget.checked } } })
                  }
                />
              ))}
            </div>
          </fieldset>
        ))}
        <small>{profile.alwaysMailed}</small>
        {choose.error ? <ErrorPanel error={choose.error} /> : null}
        <span role="status">{choose.isSuccess ? words.saved : ''}</span>
      </div>
      <Quiet user={user} version={version} />
    </Section>
  )
}
