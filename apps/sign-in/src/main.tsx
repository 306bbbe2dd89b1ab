/** The sign-in pages, one HTML shell for all of them. */
import '#field-kit/base.css'
import './sign-in.css'
import { type JSX, render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Notice } from '#field-kit/form.tsx'
import { Mark } from '#field-kit/icon.tsx'
import { currentLanguage, rememberLanguage, showLanguage } from '#field-kit/language.ts'
import { offerReload } from '#field-kit/load.ts'
import type { Locale } from '#field-kit/locale.ts'
import { type Language, languageNames, languages } from '#i18n/languages.ts'
import { type Arrival, invitedOf, type PageName, pageOf, takeArrival } from './address.ts'
import { offersOf } from './offers.ts'
import { safeNext } from './onward.ts'
import { Finish } from './pages/finish.tsx'
import { LinkSent } from './pages/link-sent.tsx'
import { Register } from './pages/register.tsx'
import { Reset } from './pages/reset.tsx'
import { SignIn } from './pages/sign-in.tsx'
import { UseLink } from './pages/use-link.tsx'
import { Welcome } from './pages/welcome.tsx'
import { SignInContext, type SignInState } from './sign-in-state.tsx'
import type { FinishedWay, WayTrouble } from './ways.ts'
import { LocaleContext, loadLocale, type Messages } from './words.ts'

interface Place {
  readonly page: PageName
  /** of an emailed link */
  readonly token: string | undefined
  /** the response of Google, Microsoft or single sign-on */
  readonly finishing: FinishedWay | undefined
  readonly trouble: WayTrouble | undefined
}

const placeFor = (page: PageName, arrival: Arrival): Place => ({
  page,
  token: arrival.kind === 'LINK' ? arrival.token : undefined,
  finishing: arrival.kind === 'PLAIN' || arrival.kind === 'LINK' ? undefined : arrival,
  trouble: undefined,
})

const root = document.getElementById('root')
const offers = offersOf(root?.dataset ?? {})
const invited = invitedOf(location.hash)
// Read once before the first render, so that no token stays in the address bar.
const arrived = placeFor(pageOf(location.pathname), takeArrival())
const query = new URLSearchParams(location.search)
const next = safeNext(query.get('next'))
const ended = query.has('ended')

const emailPlace = 'wellkept.sign-in-email'
const keptEmail = (): string => {
  try {
    return sessionStorage.getItem(emailPlace) ?? ''
  } catch {
    return ''
  }
}
const keepEmail = (email: string): void => {
  try {
    sessionStorage.setItem(emailPlace, email)
  } catch {
    // Storage is disabled: after a reload the email address has to be entered again.
  }
}

const Page = ({ state }: { state: SignInState }): JSX.Element => {
  switch (state.page) {
    case 'link-sent':
      return <LinkSent />
    case 'welcome':
      return <Welcome />
    case 'reset':
      return <Reset />
    case 'register':
      return <Register />
    case 'sign-in':
      return state.token ? <UseLink token={state.token} /> : <SignIn />
  }
}

const ChooseLanguage = ({
  locale,
  onLanguage,
}: {
  locale: Locale<Messages>
  onLanguage: (language: Language) => void
}): JSX.Element => (
  <select
    aria-label={locale.words.language}
    name="language"
    value={locale.language}
    onChange={(event) => {
      const known = languages.find((code) => code === event.currentTarget.value)
      // The select shows the new language only once its messages have loaded.
      event.currentTarget.value = locale.language
      if (known) onLanguage(known)
    }}
  >
    {languages.map((code) => (
      <option value={code} lang={code} key={code}>
        {languageNames[code]}
      </option>
    ))}
  </select>
)

const App = ({ first }: { first: Locale<Messages> }): JSX.Element => {
  const [locale, setLocale] = useState(first)
  const [isUnreachable, setUnreachable] = useState(false)
  const [place, setPlace] = useState(arrived)
  const [email, setEmail] = useState(keptEmail)
  const main = useRef<HTMLElement>(null)
  const moved = useRef(false)
  const { language, words } = locale

  useEffect(() => {
    // Also runs when another emailed link is opened in this tab; a jump within the page changes nothing.
    const back = (): void => {
      const page = pageOf(location.pathname)
      const arrival = takeArrival()
      setPlace((before) => {
        if (page === before.page && arrival.kind === 'PLAIN') return before
        moved.current = true
        return placeFor(page, arrival)
      })
    }
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  useEffect(() => {
    showLanguage(language)
  }, [language])
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    main.current?.querySelector('h1')?.focus()
  })

  const state: SignInState = {
    page: place.page,
    token: place.token,
    invited,
    trouble: place.trouble,
    offers,
    email,
    next,
    ended,
    go: (page, address) => {
      if (address !== undefined) {
        setEmail(address)
        keepEmail(address)
      }
      history.pushState(null, '', `/app/${page}${location.search}`)
      moved.current = true
      setPlace(placeFor(page, { kind: 'PLAIN' }))
    },
  }
  /** Returns to the invitation or to the sign-in page, where the user started. */
  const giveUp = (trouble: WayTrouble): void => {
    const page = trouble.invitationToken ? 'welcome' : 'sign-in'
    history.replaceState(history.state, '', `/app/${page}${location.search}`)
    moved.current = true
    setPlace({ page, token: trouble.invitationToken, finishing: undefined, trouble })
  }
  /** Changing the language keeps the typed input. */
  const choose = async (chosen: Language): Promise<void> => {
    try {
      setLocale(await loadLocale(chosen))
      rememberLanguage(chosen)
      setUnreachable(false)
    } catch {
      setUnreachable(true)
    }
  }
  return (
    <LocaleContext.Provider value={locale}>
      <SignInContext.Provider value={state}>
        <div class="page">
          <a class="skip" href="#content">
            {words.skip}
          </a>
          <header class="brand">
            <Mark />
            Wellkept
            <ChooseLanguage locale={locale} onLanguage={choose} />
          </header>
          <main id="content" class="stack" ref={main} tabIndex={-1}>
            <div role="alert">{isUnreachable && <Notice tone="warn">{words.noConnection}</Notice>}</div>
            {place.finishing ? (
              <Finish arrival={place.finishing} onTrouble={giveUp} />
            ) : (
              <Page state={state} />
            )}
          </main>
        </div>
      </SignInContext.Provider>
    </LocaleContext.Provider>
  )
}

const start = async (): Promise<void> => {
  if (!root) return
  render(<App first={await loadLocale(currentLanguage())} />, root)
}

start().catch(offerReload)
