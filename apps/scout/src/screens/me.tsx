/** The own week, profile, language and appearance, and signing out. */
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { CallOutput } from '#client/types.ts'
import { type Theme, themes } from '#contracts/preferences.ts'
import { updateScoutProfile } from '#contracts/scout/phone/session.ts'
import { getScoutSummary } from '#contracts/scout/phone/sync.ts'
import { ChooseLanguage } from '#field-kit/choose-language.tsx'
import { SelectField } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { chosenTheme, rememberTheme } from '#field-kit/theme.ts'
import type { Language } from '#i18n/languages.ts'
import type { ScreenProps } from '../app.tsx'
import type { Book } from '../data/book.ts'
import { Banner } from '../pieces/banner.tsx'
import { privacyText } from '../pieces/privacy.tsx'
import { paths } from '../routes.ts'
import { useBook, useOperations, useServices } from '../services.ts'
import { useLocale, useWords } from '../words.ts'

type Summary = CallOutput<typeof getScoutSummary>

const Week = (): JSX.Element => {
  const { locale, words } = useLocale()
  const { client } = useServices()
  const [summary, setSummary] = useState<Summary>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    client.call(getScoutSummary, {}).then(setSummary, () => setFailed(true))
  }, [client])
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const rows =
    summary &&
    ([
      [words.weekDue, summary.rounds.due],
      [words.weekOnTime, summary.rounds.onTime],
      [words.weekLate, summary.rounds.late],
      [words.weekMissed, summary.rounds.missed],
      [words.weekInspected, summary.inspections.completed],
      [words.skipped, summary.inspections.skipped],
      [words.weekReported, summary.findings.reported],
      [words.weekConfirmed, summary.findings.confirmed],
      [words.findingRejected, summary.findings.rejected],
    ] as const)
  return (
    <section>
      <h2>{words.week}</h2>
      {failed && <p>{words.weekOnline}</p>}
      {rows && (
        <dl class="figures">
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd class="number">{number.format(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {summary && (
        <p class="hint">
          {summary.agreement
            ? words.agreement({
                kappa: number.format(summary.agreement.kappa),
                low: number.format(summary.agreement.low),
                high: number.format(summary.agreement.high),
                count: summary.agreement.n,
              })
            : words.noAgreement}
        </p>
      )}
    </section>
  )
}

const Profile = ({ book }: { book: Book }): JSX.Element => {
  const { locale, words } = useLocale()
  const { client, book: source } = useServices()
  const [trouble, setTrouble] = useState(false)
  const { scout } = book
  // A day has no time of day, so no zone may move it.
  const day = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeZone: 'UTC',
    numberingSystem: 'latn',
  })
  const tell = async (mail: boolean): Promise<void> => {
    try {
      await client.call(updateScoutProfile, { body: { notifications: { mail } } })
      source.take((before) => ({ ...before, scout: { ...before.scout, notifications: { mail } } }))
      setTrouble(false)
    } catch {
      setTrouble(true)
    }
  }
  return (
    <>
      <p>
        {scout.organisation.name}
        <br />
        {words.validUntil({ day: day.format(Date.parse(scout.validUntil)) })}
      </p>
      <label class="tick">
        <input
          type="checkbox"
          checked={scout.notifications.mail}
          onChange={(event) => void tell(event.currentTarget.checked)}
        />
        <span>{words.mailRounds}</span>
      </label>
      {trouble && <p role="alert">{words.noConnection}</p>}
      <section>
        <h2>{words.privacy}</h2>
        <p>{privacyText(words, book)}</p>
      </section>
    </>
  )
}

export default function Me({ localeStore }: ScreenProps): JSX.Element {
  const words = useWords()
  const services = useServices()
  const book = useBook()
  const [theme, setTheme] = useState<Theme>(chosenTheme() ?? 'SYSTEM')
  const [told, setTold] = useState('')
  const [leaving, setLeaving] = useState(false)
  const waiting = useOperations().filter(({ state }) => state === 'WAITING').length
  const leave = async (): Promise<void> => {
    await services.signOut()
    location.replace(paths.rounds)
  }
  const setLanguage = async (language: Language): Promise<void> => {
    setTold('')
    try {
      await localeStore.setLanguage(language)
    } catch {
      return setTold(words.noConnection)
    }
    try {
      await services.client.call(updateScoutProfile, { body: { language } })
      await services.book.refresh(true)
    } catch {
      setTold(words.onlyHere)
    }
  }
  const themeWords = { SYSTEM: words.themeSystem, LIGHT: words.themeLight, DARK: words.themeDark }
  return (
    <>
      <Heading text={words.me} />
      <Banner />
      <p>
        <strong>{services.persons.current()?.name}</strong>
      </p>
      {book && <Profile book={book} />}
      <Week />
      <ChooseLanguage onLanguage={(language) => void setLanguage(language)} />
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
        }}
      />
      <p role="status">{told}</p>
      <section class="stack">
        <p role="status">{waiting > 0 ? words.signOutKeeps({ count: waiting }) : words.signOutSent}</p>
        <p class="hint">{words.signOutCode}</p>
        <div class="row">
          {leaving ? (
            <>
              <button type="button" class="danger" onClick={() => void leave()}>
                {words.signOutSure}
              </button>
              <button type="button" onClick={() => setLeaving(false)}>
                {words.cancel}
              </button>
            </>
          ) : (
            <button type="button" onClick={() => setLeaving(true)}>
              {words.signOut}
            </button>
          )}
        </div>
      </section>
    </>
  )
}
