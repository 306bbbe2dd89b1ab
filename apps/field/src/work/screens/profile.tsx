/** AU6 on the phone: name, time zone, which mails come and when they wait. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { type NotificationKind, notificationKinds } from '#contracts/preferences.ts'
import { Field, SelectField, TextField } from '../../parts/form.tsx'
import { Heading } from '../../parts/heading.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useOffice } from '../office.ts'
import { Banner } from '../pieces/banner.tsx'
import { Outcome, type OwnRecord, Tick, useAttempt, WithRecord } from '../pieces/own-record.tsx'
import { Link } from '../router.tsx'
import { useWords } from '../words.ts'

export const BackToMe = (): JSX.Element => {
  const words = useWords()
  return (
    <Link class="button quiet back" to="/app/work/me">
      <Icon name="back" />
      {words.me}
    </Link>
  )
}

const zones = (own: string | null): readonly string[] => {
  // Phones before 2022 do not tell which zones they know.
  const known = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []
  return own && !known.includes(own) ? [own, ...known] : known
}

const About = ({ record: { user, tenant, version } }: { record: OwnRecord }): JSX.Element => {
  const words = useWords()
  const { account } = useOffice()
  const attempt = useAttempt()
  const [name, setName] = useState<string>()
  const [zone, setZone] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const shownName = name ?? user.name
  const reset = (): void => {
    setName(undefined)
    setZone(undefined)
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    if (shownName.trim() === '') {
      setWrong(true)
      return
    }
    attempt.run(async () => {
      await account.save({ name: shownName.trim(), timeZone: (zone ?? user.timeZone ?? '') || null }, version)
      reset()
    })
  }
  return (
    <form class="stack" onSubmit={submit} noValidate>
      <h2>{words.aboutYou}</h2>
      <TextField
        label={words.name}
        name="name"
        autocomplete="name"
        maxLength={120}
        value={shownName}
        error={wrong ? words.nameNeeded : undefined}
        onText={(text) => {
          attempt.clear()
          setWrong(false)
          setName(text)
        }}
      />
      <SelectField
        label={words.timeZone}
        name="timeZone"
        value={zone ?? user.timeZone ?? ''}
        choices={[
          ['', words.zoneOfTenant({ zone: tenant.timeZone })],
          ...zones(user.timeZone).map((one) => [one, one.replaceAll('_', ' ')] as const),
        ]}
        onText={(text) => {
          attempt.clear()
          setZone(text)
        }}
      />
      <Outcome attempt={attempt} saved={words.saved} onReload={reset} />
      <button type="submit" class="primary">
        {attempt.busy ? words.saving : words.save}
      </button>
    </form>
  )
}

/** Digests are chosen where managers work. */
type FieldKind = Exclude<NotificationKind, 'digest'>

const Mails = ({ record: { user } }: { record: OwnRecord }): JSX.Element => {
  const words = useWords()
  const { account } = useOffice()
  const attempt = useAttempt()
  const [pressed, setPressed] = useState<Partial<Record<NotificationKind, boolean>>>({})
  const choose = (kind: FieldKind, mail: boolean): void => {
    setPressed((before) => ({ ...before, [kind]: mail }))
    attempt.runBeside(async () => {
      try {
        await account.save({ notifications: { [kind]: { mail } } })
      } finally {
        setPressed(({ [kind]: _, ...others }) => others)
      }
    })
  }
  const leads = user.roles.some((role) => role !== 'TECHNICIAN')
  const texts: Record<FieldKind, readonly [string, string]> = {
    taskAssigned: [words.mailAssigned, ''],
    taskNew: [words.mailNew, words.mailNewHint],
    urgentTask: [words.mailUrgent, words.mailUrgentHint],
    alert: [words.mailAlert, ''],
  }
  const kinds = notificationKinds.filter((kind): kind is FieldKind =>
    kind === 'digest'
      ? false
      : kind === 'taskNew'
        ? user.roles.includes('TECHNICIAN')
        : kind === 'taskAssigned' || leads,
  )
  return (
    <section class="stack">
      <h2>{words.mails}</h2>
      <ul class="rows">
        {kinds.map((kind) => (
          <li key={kind}>
            <Tick
              label={texts[kind][0]}
              hint={texts[kind][1]}
              checked={pressed[kind] ?? user.notifications[kind].mail}
              onChange={(mail) => choose(kind, mail)}
            />
          </li>
        ))}
      </ul>
      <small>{words.mailAlways}</small>
      <Outcome attempt={attempt} saved={words.saved} />
    </section>
  )
}

const usual = { from: '20:00', to: '06:00' }

const Quiet = ({ record: { user, tenant, version } }: { record: OwnRecord }): JSX.Element => {
  const words = useWords()
  const { account } = useOffice()
  const attempt = useAttempt()
  const before = { on: user.quietHours !== null, ...(user.quietHours ?? usual) }
  const [changes, setChanges] = useState<Partial<typeof before>>({})
  const [wrong, setWrong] = useState(false)
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
      return
    }
    attempt.run(async () => {
      await account.save({ quietHours: on ? { from, to } : null }, version)
      setChanges({})
    })
  }
  return (
    <form class="stack" onSubmit={submit} noValidate>
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
                value={end === 'from' ? from : to}
                onInput={(event) => set({ [end]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))}
      {on && <small>{words.quietZone({ zone: user.timeZone ?? tenant.timeZone })}</small>}
      <Outcome attempt={attempt} saved={words.saved} onReload={() => setChanges({})} />
      <button type="submit" class="primary">
        {attempt.busy ? words.saving : words.quietSave}
      </button>
    </form>
  )
}

export const Profile = (): JSX.Element => {
  const words = useWords()
  return (
    <>
      <BackToMe />
      <Heading text={words.profile} />
      <Banner />
      <WithRecord>
        {(record) => (
          <div class="stack wide">
            <About record={record} />
            <Mails record={record} />
            <Quiet record={record} />
          </div>
        )}
      </WithRecord>
    </>
  )
}
