/** Name, time zone and preferences of the current user. */
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { type Me, updateMe } from '#contracts/auth.ts'
import { themes } from '#contracts/preferences.ts'
import { text, value } from '#desk-kit/form/fields.tsx'
import { PageForm } from '#desk-kit/form/page-form.tsx'
import { ZoneField } from '#desk-kit/form/searched.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useUpdateCurrentUser, useUpdatePreference } from '#desk-kit/lib/current-user.ts'
import { useCommandKeys, useKeysOn } from '#desk-kit/lib/keys.ts'
import { useDeskLanguage, useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { type DeskLanguage, deskLanguages } from '#desk-kit/lib/messages.ts'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { languageNames } from '#i18n/languages.ts'
import { profileMessages } from './messages.ts'

export type Person = NonNullable<Me['user']>

export const About = ({ user, version }: { user: Person; version: number }) => {
  const { words } = useMessages()
  const profile = useMessages(profileMessages)
  const { tenant } = useMe()
  const save = useUpdateCurrentUser()
  const draftOf = ({ name, timeZone }: Pick<Person, 'name' | 'timeZone'>) => ({
    name,
    timeZone: timeZone ?? '',
  })
  const record = { ...user, version }
  const form = useForm({
    record,
    draft: (now = record) => draftOf(now),
    write: ({ name, timeZone }) => ({ name: name.trim(), timeZone: timeZone || null }),
    body: updateMe,
    check: ({ name }) => ({ name: name.trim() === '' && profile.nameNeeded }),
    update: (body, seen) => save.mutateAsync({ ifMatch: seen.version, body }),
  })
  return (
    <Section title={profile.about}>
      <PageForm form={form}>
        <dl className="facts">
          <div>
            <dt>{profile.email}</dt>
            <dd>{user.email}</dd>
          </div>
          <div>
            <dt>{profile.roles}</dt>
            <dd>{user.roles.map((role) => words.role[role]).join(', ')}</dd>
          </div>
        </dl>
        <TextInput {...text(form, 'name', words.name)} autoComplete="name" />
        <ZoneField
          {...value(form, 'timeZone', profile.timeZone)}
          description={profile.timeZoneHelp}
          none={profile.zoneOfTenant({ zone: tenant.timeZone })}
        />
      </PageForm>
    </Section>
  )
}

export const Preferences = ({ user }: { user: Person }) => {
  const { shell, words } = useMessages()
  const profile = useMessages(profileMessages)
  const language = useDeskLanguage()
  const keysOn = useKeysOn()
  const choose = useUpdatePreference()
  return (
    <Section title={profile.looks}>
      <div className="page-form">
        <div className="two">
          <NativeSelect
            label={shell.language}
            description={profile.languageHelp}
            value={language}
            onChange={(event) => choose.mutate({ language: event.currentTarget.value as DeskLanguage })}
            data={deskLanguages.map((one) => ({ value: one, label: languageNames[one] }))}
          />
          <NativeSelect
            label={shell.appearance}
            description={profile.themeHelp}
            value={user.theme}
            onChange={(event) => {
              const theme = themes.find((one) => one === event.currentTarget.value)
              if (theme) choose.mutate({ theme })
            }}
            data={themes.map((theme) => ({ value: theme, label: shell.scheme[theme] }))}
          />
        </div>
        <Switch
          label={shell.singleKeys}
          description={profile.keysHelp({ keys: useCommandKeys() })}
          checked={keysOn}
          onChange={(event) => choose.mutate({ shortcuts: event.currentTarget.checked })}
        />
        {choose.error ? <ErrorPanel error={choose.error} /> : null}
        <span role="status">{choose.isSuccess ? words.saved : ''}</span>
      </div>
    </Section>
  )
}
