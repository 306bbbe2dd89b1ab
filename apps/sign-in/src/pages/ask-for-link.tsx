/** Requests an emailed link, to sign in or to set a new password. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { TextField } from '#field-kit/form.tsx'
import { mailSignInLink } from '../account.ts'
import { looksLikeEmail, useFaults } from '../check.ts'
import { useSignInState } from '../sign-in-state.tsx'
import { Trouble, useAttempt } from '../trouble.tsx'
import { useWords } from '../words.ts'

/** One field and one button; `send` is called when the address is valid. */
export const EmailForm = ({
  button,
  send,
}: {
  button: string
  send: (email: string) => Promise<void>
}): JSX.Element => {
  const words = useWords()
  const state = useSignInState()
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState(state.email)
  const { faults, check } = useFaults<'email'>()
  const attempt = useAttempt()
  const submit = (event: Event): void => {
    event.preventDefault()
    const found = looksLikeEmail(email) ? {} : { email: words.needEmail }
    if (form.current && check(found, form.current)) attempt.run(() => send(email.trim()))
  }
  return (
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
      <div role="alert">
        {attempt.error !== undefined && <Trouble error={attempt.error} refused={words.failed} />}
      </div>
      <button type="submit" class="primary">
        {attempt.busy ? words.working : button}
      </button>
    </form>
  )
}

export const AskForLink = (): JSX.Element => {
  const words = useWords()
  const state = useSignInState()
  const send = async (email: string): Promise<void> => {
    await mailSignInLink(email)
    state.go('link-sent', email)
  }
  return <EmailForm button={words.mailLink} send={send} />
}
