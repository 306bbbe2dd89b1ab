/** The user's settings and signing out. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { players } from '#client/realms.ts'
import { createSessionStore } from '#client/session.ts'
import { type Theme, themes } from '#contracts/preferences.ts'
import { useCell } from '#field-kit/cell.ts'
import { ChooseLanguage } from '#field-kit/choose-language.tsx'
import { SelectField } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import type { LocaleStore } from '#field-kit/locale-store.ts'
import { Link } from '#field-kit/navigation.tsx'
import { chosenTheme, rememberTheme } from '#field-kit/theme.ts'
import type { Language } from '#i18n/languages.ts'
import { arena } from '#pwa/phone-apps.ts'
import { useAppServices } from '../app-services.ts'
import { Banner } from '../pieces/banner.tsx'
import { useOperations } from '../pieces/use-operations.ts'
import { pathOf } from '../routes.ts'
import { useWords } from '../words.ts'

export default function Me({ localeStore }: { localeStore: LocaleStore }): JSX.Element {
  const words = useWords()
  const services = useAppServices()
  const operations = useOperations()
  const [theme, setTheme] = useState<Theme>(() => chosenTheme() ?? 'SYSTEM')
  const [kept, setKept] = useState('')
  const [leaving, setLeaving] = useState(false)
  const [busy, setBusy] = useState(false)
  const session = services.sessions.read()
  const record = useCell(services.account.record)
  // Without a connection it is there for who has been in it on this phone.
  const hasArena =
    record?.tenant.arena ?? createSessionStore(localStorage, undefined, players).read() !== undefined
  const waiting = operations.filter(({ state }) => state === 'WAITING' || state === 'NEEDS_YOU').length
  const isAlsoAtDesk = session?.user.roles.some((role) => role !== 'TECHNICIAN')
  const leave = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    await services.signOut()
    location.replace('/app/sign-in')
  }
  /** Applies on this phone at once and is saved in the account for emails and other devices. */
  const tell = async (change: { language?: Language; theme?: Theme }): Promise<void> => {
    setKept('')
    try {
      await services.account.save(change)
    } catch {
      setKept(words.onlyHere)
    }
  }
  const setLanguage = async (chosen: Language): Promise<void> => {
    try {
      await localeStore.setLanguage(chosen)
    } catch {
      setKept(words.noConnection)
      return
    }
    await tell({ language: chosen })
    await services.tasks.reword()
  }
  const themeWords = { SYSTEM: words.themeSystem, LIGHT: words.themeLight, DARK: words.themeDark }
  return (
    <>
      <Heading text={words.me} />
      <Banner />
      <p>
        <strong>{services.persons.current()?.name}</strong>
        <br />
        {session?.user.email}
      </p>
      <ChooseLanguage onLanguage={setLanguage} />
      <SelectField
        label={words.theme}
        name="theme"
        value={theme}
        choices={themes.map((one) => [one, themeWords[one]] as const)}
        onText={(chosen) => {
          const known = themes.find((one) => one === chosen)
          if (!known) return
          setTheme(known)
          rememberTheme(known)
          tell({ theme: known })
        }}
      />
      <p role="status">{kept}</p>
      <ul class="rows">
        {hasArena && (
          <li>
            <a class="way" href={arena.home}>
              <Icon name="users" />
              {words.arena}
            </a>
          </li>
        )}
        <li>
          <Link class="way" to={pathOf({ name: 'shift' })}>
            <Icon name="clock" />
            {words.shift}
          </Link>
        </li>
        <li>
          <Link class="way" to={pathOf({ name: 'notifications' })}>
            <Icon name="bell" />
            {words.notifications}
          </Link>
        </li>
        <li>
          <Link class="way" to={pathOf({ name: 'profile' })}>
            <Icon name="person" />
            {words.profile}
          </Link>
        </li>
        <li>
          <Link class="way" to={pathOf({ name: 'security' })}>
            <Icon name="key" />
            {words.security}
          </Link>
        </li>
        <li>
          <Link class="way" to={pathOf({ name: 'help' })}>
            <Icon name="info" />
            {words.help}
          </Link>
        </li>
      </ul>
      {isAlsoAtDesk && (
        <p>
          <a class="button" href="/app/">
            {words.desk}
          </a>
        </p>
      )}
      <section class="stack">
        <p role="status">{waiting > 0 ? words.signOutKeeps({ count: waiting }) : words.signOutSent}</p>
        <div class="row">
          {leaving && waiting > 0 ? (
            <>
              <button type="button" class="danger" onClick={leave}>
                {words.signOutSure}
              </button>
              <button type="button" onClick={() => setLeaving(false)}>
                {words.cancel}
              </button>
            </>
          ) : (
            <button type="button" onClick={() => (waiting > 0 ? setLeaving(true) : leave())}>
              {words.signOut}
            </button>
          )}
        </div>
      </section>
    </>
  )
}
