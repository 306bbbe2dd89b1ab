/** AU1: all ways to sign in on one page. */
import type { JSX } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { ApiError } from '#client/errors.ts'
import { Notice, PasswordField, TextField } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { mailSignInLink, sessions, signInByPassword } from '../account.ts'
import { looksLikeEmail, useFaults } from '../check.ts'
import { pathAfterSignIn } from '../onward.ts'
import { Link, useSignInState } from '../sign-in-state.tsx'
import { Trouble, useAttempt } from '../trouble.tsx'
import { startOrganisation } from '../ways.ts'
import { useWords } from '../words.ts'
import { Locked } from './locked.tsx'
import { ProviderButtons, WayNotice } from './other-ways.tsx'

const Known = ({ next }: { next: string | undefined }): JSX.Element | null => {
  const words = useWords()
  const [session] = useState(() => sessions.read())
  if (!session) return null
  return (
    <Notice tone="info" icon="person">
      <p>{words.signedInAs({ name: session.user.name ?? session.user.email })}</p>
      <p>
        <a class="button" href={pathAfterSignIn(session.user.roles, next)}>
          {words.goOn}
        </a>
      </p>
    </Notice>
  )
}

/** When the password works again after a rate limit. */
const lockedUntil = (error: unknown): number | undefined =>
  error instanceof ApiError && error.code === 'RATE_LIMITED'
    ? Date.now() + (error.retryAfterSeconds ?? 60) * 1000
    : undefined

export const SignIn = (): JSX.Element => {
  const words = useWords()
  const state = useSignInState()
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState(state.email)
  const [password, setPassword] = useState('')
  const { faults, check } = useFaults<'email' | 'password'>()
  const attempt = useAttempt()
  const [way, setWay] = useState<'password' | 'other'>('password')

  const needEmail = looksLikeEmail(email) ? {} : { email: words.needEmail }
  const submit = (event: Event): void => {
    event.preventDefault()
    if (!form.current) return
    const found = { ...needEmail, ...(password === '' ? { password: words.needPassword } : {}) }
    if (!check(found, form.current)) return
    setWay('password')
    attempt.run(() => signInByPassword(email.trim(), password, state.next))
  }
  const mail = (): void => {
    if (!form.current || !check(needEmail, form.current)) return
    setWay('other')
    attempt.run(async () => {
      await mailSignInLink(email.trim())
      state.go('link-sent', email.trim())
    })
  }
  const organisation = (): void => {
    if (!form.current || !check(needEmail, form.current)) return
    setWay('other')
    attempt.run(() => startOrganisation(email.trim(), state.next))
  }
  const until = useMemo(() => lockedUntil(attempt.error), [attempt.error])
  const locked = way === 'password' ? until : undefined

  return (
    <>
      <Heading text={words.signInTitle} />
      <WayNotice />
      {state.ended && !state.trouble && <Notice tone="info">{words.ended}</Notice>}
      {!state.ended && !state.trouble && <Known next={state.next} />}
      <form class="stack" ref={form} onSubmit={submit} noValidate>
        <TextField
          label={words.email}
          name="email"
          type="email"
          autocomplete="username"
          value={email}
          onText={setEmail}
          error={faults.email}
        />
        <PasswordField
          label={words.password}
          show={words.show}
          hide={words.hide}
          autocomplete="current-password"
          value={password}
          onText={setPassword}
          error={faults.password}
        />
        <div role="alert">
          {attempt.error !== undefined && locked === undefined && (
            <Trouble error={attempt.error} refused={words.loginFailed} />
          )}
        </div>
        {locked !== undefined && <Locked until={locked} />}
        <button type="submit" class={locked === undefined ? 'primary' : ''}>
          {attempt.busy ? words.working : words.signInWithPassword}
        </button>
        <p class="or">{words.or}</p>
        <button type="button" class={locked === undefined ? '' : 'primary'} onClick={mail}>
          {words.mailLink}
        </button>
        <ProviderButtons
          attempt={attempt}
          options={{ next: state.next }}
          google={words.google}
          microsoft={words.microsoft}
        />
        {state.offers.organisation && (
          <button type="button" onClick={organisation}>
            {words.organisationSignIn}
          </button>
        )}
      </form>
      <nav class="links" aria-label={words.signInTitle}>
        <Link to="reset">{words.forgot}</Link>
        <Link to="register">{words.register}</Link>
        <a href="/q">{words.visitor}</a>
      </nav>
    </>
  )
}
