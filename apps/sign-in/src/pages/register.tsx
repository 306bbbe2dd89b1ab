/** AU8: sign-up; creates the trial tenant of an organisation. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { PasswordField, TextField } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { createOrganisation, refusedField } from '../account.ts'
import { isLongEnough, looksLikeEmail, useFaults } from '../check.ts'
import { Link, useSignInState } from '../sign-in-state.tsx'
import { Trouble, useAttempt } from '../trouble.tsx'
import { useLocale } from '../words.ts'

/** A device may report an offset or Etc/Unknown, which an organisation cannot use. */
const ownTimeZone = (): string => {
  const { timeZone = '' } = Intl.DateTimeFormat().resolvedOptions()
  return /^(?!Etc)[A-Z]\w+\/\w/.test(timeZone) ? timeZone : 'UTC'
}

export const Register = (): JSX.Element => {
  const { language, words } = useLocale()
  const state = useSignInState()
  const { leastPassword } = state.offers
  const form = useRef<HTMLFormElement>(null)
  const [organisation, setOrganisation] = useState('')
  const [name, setName] = useState('')
  const [email, setEmail] = useState(state.email)
  const [password, setPassword] = useState('')
  const { faults, check } = useFaults<'organisation' | 'name' | 'email' | 'password'>()
  const attempt = useAttempt()

  const submit = (event: Event): void => {
    event.preventDefault()
    if (!form.current) return
    const found = {
      ...(organisation.trim() === '' ? { organisation: words.needOrganisation } : {}),
      ...(name.trim() === '' ? { name: words.needName } : {}),
      ...(looksLikeEmail(email) ? {} : { email: words.needEmail }),
      ...(isLongEnough(password, leastPassword)
        ? {}
        : { password: words.needLongPassword({ least: leastPassword }) }),
    }
    if (!check(found, form.current)) return
    const input = { organisation: organisation.trim(), name: name.trim(), email: email.trim(), password }
    attempt.run(() => createOrganisation({ ...input, language, timeZone: ownTimeZone() }))
  }
  const refusals = {
    organisation: refusedField(attempt.error, 'organisation') ? words.fieldRefused : undefined,
    name: refusedField(attempt.error, 'name') ? words.fieldRefused : undefined,
    email: refusedField(attempt.error, 'email') ? words.needEmail : undefined,
    password: refusedField(attempt.error, 'password') ? words.passwordRefused : undefined,
  }
  const shownAtField = Object.values(refusals).some((text) => text !== undefined)

  return (
    <>
      <Heading text={words.registerTitle} />
      <p>{words.registerText}</p>
      <form class="stack" ref={form} onSubmit={submit} noValidate>
        <TextField
          label={words.organisation}
          name="organisation"
          autocomplete="organization"
          maxLength={120}
          value={organisation}
          onText={setOrganisation}
          error={faults.organisation ?? refusals.organisation}
        />
        <TextField
          label={words.name}
          name="name"
          autocomplete="name"
          maxLength={120}
          value={name}
          onText={setName}
          error={faults.name ?? refusals.name}
        />
        <TextField
          label={words.email}
          name="email"
          type="email"
          autocomplete="username"
          value={email}
          onText={setEmail}
          error={faults.email ?? refusals.email}
        />
        <PasswordField
          label={words.password}
          hint={words.passwordHint({ least: leastPassword })}
          show={words.show}
          hide={words.hide}
          autocomplete="new-password"
          value={password}
          onText={setPassword}
          error={faults.password ?? refusals.password}
        />
        <div role="alert">
          {attempt.error !== undefined && !shownAtField && (
            <Trouble error={attempt.error} refused={words.failed} />
          )}
        </div>
        <button type="submit" class="primary">
          {attempt.busy ? words.working : words.registerButton}
        </button>
      </form>
      <nav class="links" aria-label={words.signInTitle}>
        <Link to="sign-in">{words.haveAccount}</Link>
      </nav>
    </>
  )
}
