/** AU5: an invited person enters their name; the password is optional. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { ApiError } from '#client/errors.ts'
import { Notice, PasswordField, TextField } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { arrive, refusedField } from '../account.ts'
import { isLongEnough, useFaults } from '../check.ts'
import { Link, useSignInState } from '../sign-in-state.tsx'
import { Trouble, useAttempt } from '../trouble.tsx'
import { useLocale } from '../words.ts'
import { AskForLink } from './ask-for-link.tsx'
import { ProviderButtons, WayNotice } from './other-ways.tsx'

export const Welcome = (): JSX.Element => {
  const { language, words } = useLocale()
  const { token, invited, offers } = useSignInState()
  const { leastPassword } = offers
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState(invited?.name ?? '')
  const [password, setPassword] = useState('')
  const { faults, check } = useFaults<'name' | 'password'>()
  const attempt = useAttempt()
  const spent = attempt.error instanceof ApiError && attempt.error.code === 'UNAUTHORIZED'

  if (!token || spent) {
    return (
      <>
        <Heading text={words.welcomeTitle} />
        <div role="alert">
          {spent ? (
            <Notice tone="warn">{words.invitationSpent}</Notice>
          ) : (
            <Notice tone="info">{words.invitationMissing}</Notice>
          )}
        </div>
        <AskForLink />
        <nav class="links" aria-label={words.signInTitle}>
          <Link to="sign-in">{words.backToSignIn}</Link>
        </nav>
      </>
    )
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    if (!form.current) return
    const found = {
      ...(name.trim() === '' ? { name: words.needName } : {}),
      ...(password === '' || isLongEnough(password, leastPassword)
        ? {}
        : { password: words.needLongPassword({ least: leastPassword }) }),
    }
    if (check(found, form.current))
      attempt.run(() => arrive({ token, name: name.trim(), language, password: password || undefined }))
  }
  const refused = refusedField(attempt.error, 'password') ? words.passwordRefused : undefined
  return (
    <>
      <Heading text={words.welcomeTitle} />
      <WayNotice />
      <p>{invited ? words.welcomeTo({ organisation: invited.organisation }) : words.welcome}</p>
      <form class="stack" ref={form} onSubmit={submit} noValidate>
        <TextField
          label={words.name}
          hint={words.nameHint}
          name="name"
          autocomplete="name"
          maxLength={120}
          value={name}
          onText={setName}
          error={faults.name}
        />
        <PasswordField
          label={`${words.password} (${words.optional})`}
          hint={words.passwordOptionalHint({ least: leastPassword })}
          show={words.show}
          hide={words.hide}
          autocomplete="new-password"
          value={password}
          onText={setPassword}
          error={faults.password ?? refused}
        />
        <div role="alert">
          {attempt.error !== undefined && !refused && (
            <Trouble error={attempt.error} refused={words.invitationSpent} />
          )}
        </div>
        <button type="submit" class="primary">
          {attempt.busy ? words.working : words.join}
        </button>
        {(offers.google || offers.microsoft) && <p class="or">{words.or}</p>}
        <ProviderButtons
          attempt={attempt}
          options={{ invitationToken: token }}
          google={words.joinGoogle}
          microsoft={words.joinMicrosoft}
        />
      </form>
      <nav class="links" aria-label={words.signInTitle}>
        <Link to="sign-in">{words.backToSignIn}</Link>
      </nav>
    </>
  )
}
