/** Password reset: asks for the email address first and, from the emailed link, for the new password. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { ApiError } from '#client/errors.ts'
import { Notice, PasswordField } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { arrive, mailResetLink, refusedField } from '../account.ts'
import { isLongEnough, useFaults } from '../check.ts'
import { Link, useSignInState } from '../sign-in-state.tsx'
import { Trouble, useAttempt } from '../trouble.tsx'
import { useWords } from '../words.ts'
import { EmailForm } from './ask-for-link.tsx'

const Ask = ({ spent }: { spent: boolean }): JSX.Element => {
  const words = useWords()
  const [sentTo, setSentTo] = useState('')
  const send = async (email: string): Promise<void> => {
    await mailResetLink(email)
    setSentTo(email)
  }
  return (
    <>
      {spent ? (
        <div role="alert">
          <Notice tone="warn">{words.resetSpent}</Notice>
        </div>
      ) : (
        <p>{words.resetAsk}</p>
      )}
      <div role="status">
        {sentTo && (
          <Notice tone="info" icon="mail">
            {words.resetSent({ email: sentTo })}
          </Notice>
        )}
      </div>
      <EmailForm button={sentTo ? words.sendAgain : words.resetSend} send={send} />
    </>
  )
}

const NewPassword = ({ token, onSpent }: { token: string; onSpent: () => void }): JSX.Element => {
  const words = useWords()
  const { leastPassword } = useSignInState().offers
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const { faults, check } = useFaults<'password'>()
  const attempt = useAttempt()
  const submit = (event: Event): void => {
    event.preventDefault()
    const found = isLongEnough(password, leastPassword)
      ? {}
      : { password: words.needLongPassword({ least: leastPassword }) }
    if (!form.current || !check(found, form.current)) return
    attempt.run(async () => {
      try {
        await arrive({ token, password })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'UNAUTHORIZED') onSpent()
        else throw error
      }
    })
  }
  const refused = refusedField(attempt.error, 'password') ? words.passwordRefused : undefined
  return (
    <form class="stack" ref={form} onSubmit={submit} noValidate>
      <PasswordField
        label={words.newPassword}
        hint={words.passwordHint({ least: leastPassword })}
        show={words.show}
        hide={words.hide}
        autocomplete="new-password"
        value={password}
        onText={setPassword}
        error={faults.password ?? refused}
      />
      <div role="alert">
        {attempt.error !== undefined && !refused && (
          <Trouble error={attempt.error} refused={words.resetSpent} />
        )}
      </div>
      <button type="submit" class="primary">
        {attempt.busy ? words.working : words.resetSave}
      </button>
    </form>
  )
}

export const Reset = (): JSX.Element => {
  const words = useWords()
  const { token } = useSignInState()
  const [spent, setSpent] = useState(false)
  return (
    <>
      <Heading text={words.resetTitle} />
      {token && !spent ? <NewPassword token={token} onSpent={() => setSpent(true)} /> : <Ask spent={spent} />}
      <nav class="links" aria-label={words.signInTitle}>
        <Link to="sign-in">{words.backToSignIn}</Link>
      </nav>
    </>
  )
}
