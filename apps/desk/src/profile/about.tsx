/** Name, time zone, and what is chosen by one press: language, appearance, single keys. */
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Me } from '#contracts/auth.ts'
import { themes } from '#contracts/preferences.ts'
import { type DeskLanguage, deskLanguages, ownNames, useDeskLanguage, useT } from '../lib/language.tsx'
import { useMe } from '../lib/me.ts'
import { useChoose, useSaveMe } from '../lib/own-record.ts'
import { LeaveGuard } from '../parts/leave-guard.tsx'
import { Section } from '../parts/screen.tsx'
import { ErrorPanel } from '../parts/states.tsx'
import { useKeysOn } from '../shell/keys.ts'
import { SaveError } from './save-state.tsx'

export type Person = NonNullable<Me['user']>

/** All that the browser knows; one that is stored but not among them stays to choose from. */
const zonesWith = (own: string | null): string[] => {
  const known = Intl.supportedValuesOf('timeZone')
  return own && !known.includes(own) ? [own, ...known] : known
}

export const About = ({ user, version }: { user: Person; version: number }) => {
  const { profile, words } = useT()
  const { tenant } = useMe()
  const save = useSaveMe()
  const before = { name: user.name, timeZone: user.timeZone ?? '' }
  const [changes, setChanges] = useState<Partial<typeof before>>({})
  const [problem, setProblem] = useState('')
  const draft = { ...before, ...changes }
  const dirty = draft.name !== before.name || draft.timeZone !== before.timeZone
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
    const name = draft.name.trim()
    if (name === '') setProblem(profile.nameNeeded)
    else {
      save.mutate(
        { ifMatch: version, body: { name, timeZone: draft.timeZone || null } },
        { onSuccess: () => setChanges({}) },
      )
    }
  }
  return (
    <Section title={profile.about}>
      <form
        className="page-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
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
        <TextInput
          label={words.name}
          autoComplete="name"
          maxLength={120}
          value={draft.name}
          error={problem || undefined}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <NativeSelect
          label={profile.timeZone}
          description={profile.timeZoneHelp}
          value={draft.timeZone}
          onChange={(event) => set({ timeZone: event.currentTarget.value })}
          data={[
            { value: '', label: profile.zoneOfTenant(tenant.timeZone) },
            ...zonesWith(user.timeZone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
          ]}
        />
        <SaveError error={save.error} onReload={reset} />
        <div className="form-foot">
          <Button type="submit" variant="filled" loading={save.isPending}>
            {words.save}
          </Button>
          <span role="status">{save.isSuccess && !dirty ? words.saved : ''}</span>
        </div>
        <LeaveGuard dirty={dirty && !save.isPending} />
      </form>
    </Section>
  )
}

export const Looks = ({ user }: { user: Person }) => {
  const { profile, shell, words } = useT()
  const language = useDeskLanguage()
  const keysOn = useKeysOn()
  const choose = useChoose()
  return (
    <Section title={profile.looks}>
      <div className="page-form">
        <div className="two">
          <NativeSelect
            label={shell.language}
            description={profile.languageHelp}
            value={language}
            onChange={(event) => choose.mutate({ language: event.currentTarget.value as DeskLanguage })}
            data={deskLanguages.map((one) => ({ value: one, label: ownNames[one] }))}
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
          description={profile.keysHelp}
          checked={keysOn}
          onChange={(event) => choose.mutate({ shortcuts: event.currentTarget.checked })}
        />
        {choose.error ? <ErrorPanel error={choose.error} /> : null}
        <span role="status">{choose.isSuccess ? words.saved : ''}</span>
      </div>
    </Section>
  )
}
