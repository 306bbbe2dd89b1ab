/** AU2 and AU4: the email is on its way; its code signs in on this device. */
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Notice, TextField } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { mailSignInLink, signInByCode } from '../account.ts'
import { codeDigits, useFaults } from '../check.ts'
import { Link, useSignInState } from '../sign-in-state.tsx'
import { Trouble, useAttempt } from '../trouble.tsx'
import { useWords } from '../words.ts'
import { AskForLink } from './ask-for-link.tsx'

/** Seconds until another email can be requested. */
const rest = 60

const SendAgain = ({ email }: { email: string }): JSX.Element => {
  const words = useWords()
  const [left, setLeft] = useState(rest)
  const [again, setAgain] = useState(false)
  const attempt = useAttempt()
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const send = (): void => {
    attempt.run(async () => {
      await mailSignInLink(email)
      setAgain(true)
      setLeft(rest)
    })
  }
  return (
    <div class="stack">
      <div role="status">{again && <Notice tone="good">{words.sentAgain}</Notice>}</div>
      <div role="alert">
        {attempt.error !== undefined && <Trouble error={attempt.error} refused={words.failed} />}
      </div>
      {left > 0 ? (
        <p class="hint">{words.sendAgainIn({ seconds: left })}</p>
      ) : (
        <button type="button" onClick={send}>
          {attempt.busy ? words.working : words.sendAgain}
        </button>
      )}
    </div>
  )
}

export const LinkSent = (): JSX.Element => {
  const words = useWords()
  const { email, next } = useSignInState()
  const form = useRef<HTMLFormElement>(null)
  const [code, setCode] = useState('')
  const { faults, check } = useFaults<'code'>()
  const attempt = useAttempt()

  if (email === '') {
    return (
      <>
        <Heading text={words.newLinkTitle} />
        <AskForLink />
        <nav class="links" aria-label={words.signInTitle}>
          <Link to="sign-in">{words.backToSignIn}</Link>
        </nav>
      </>
    )
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    const digits = codeDigits(code)
    if (!form.current || !check(digits ? {} : { code: words.needCode }, form.current) || !digits) return
    attempt.run(() => signInByCode(email, digits, next))
  }
  return (
    <>
      <Heading text={words.linkSentTitle} />
      <p>{words.linkSent({ email })}</p>
      <form class="stack" ref={form} onSubmit={submit} noValidate>
        <TextField
          label={words.code}
          hint={words.codeHint}
          name="code"
          class="code"
          inputMode="numeric"
          autocomplete="one-time-code"
          maxLength={12}
          value={code}
          onText={setCode}
          error={faults.code}
        />
        <div role="alert">
          {attempt.error !== undefined && <Trouble error={attempt.error} refused={words.codeFailed} />}
        </div>
        <button type="submit" class="primary">
          {attempt.busy ? words.working : words.useCode}
        </button>
      </form>
      <SendAgain email={email} />
      <nav class="links" aria-label={words.wrongAddress}>
        <Link to="sign-in">{words.wrongAddress}</Link>
      </nav>
    </>
  )
}
