/** AU1: every way to sign in at once. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { ApiError } from '#client/errors.ts'
import { Notice, PasswordField, TextField } from '../../parts/form.tsx'
import { Heading } from '../../parts/heading.tsx'
import { mailSignInLink, sessions, signInByPassword } from '../account.ts'
import { looksLikeEmail, useFaults } from '../check.ts'
import { pathAfterSignIn } from '../onward.ts'
import { Link, useSpot } from '../spot.tsx'
import { Trouble, useAttempt } from '../trouble.tsx'
import { useWords } from '../words.tsx'

const Known = ({ next }: { next: string | undefined }): JSX.Element | null => {
  const words = useWords()
  const [session] = useState(() => sessions.read())
  if (!session) return null
  return (
    <Notice tone="info" icon="person">
      <p>{words.signedInAs(session.user.name ?? session.user.email)}</p>
      <p>
        <a class="button" href={pathAfterSignIn(session.user.roles, next)}>
          {words.goOn}
        </a>
      </p>
    </Notice>
  )
}

export const SignIn = (): JSX.Element => {
  const words = useWords()
  const spot = useSpot()
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState(spot.email)
  const [password, setPassword] = useState('')
  const { faults, check } = useFaults<'email' | 'password'>()
  const attempt = useAttempt()
  const [way, setWay] = useState<'password' | 'link'>('password')

  const needEmail = looksLikeEmail(email) ? {} : { email: words.needEmail }
  const submit = (event: Event): void => {
    event.preventDefault()
    if (!form.current) return
    const found = { ...needEmail, ...(password === '' ? { password: words.needPassword } : {}) }
    if (!check(found, form.current)) return
    setWay('password')
    attempt.run(() => signInByPassword(email.trim(), password, spot.next))
  }
  const mail = (): void => {
    if (!form.current || !check(needEmail, form.current)) return
    setWay('link')
    attempt.run(async () => {
      await mailSignInLink(email.trim())
      spot.go('link-sent', email.trim())
    })
  }
  const limited =
    way === 'password' && attempt.error instanceof ApiError && attempt.error.code === 'RATE_LIMITED'

  return (
    <>
      <Heading text={words.signInTitle} />
      {spot.ended && <Notice tone="info">{words.ended}</Notice>}
      {!spot.ended && <Known next={spot.next} />}
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
          {attempt.error !== undefined && <Trouble error={attempt.error} refused={words.loginFailed} />}
          {limited && <p>{words.tooManyLink}</p>}
        </div>
        <button type="submit" class="primary">
          {attempt.busy ? words.working : words.signIn}
        </button>
        <p class="or">{words.or}</p>
        <button type="button" onClick={mail}>
          {words.mailLink}
        </button>
      </form>
      <nav class="links" aria-label={words.signInTitle}>
        <Link to="reset">{words.forgot}</Link>
        <Link to="register">{words.register}</Link>
      </nav>
    </>
  )
}
