/** AU3: the landing page of an emailed link. Only the click signs in, because email scanners open links too. */
import type { JSX } from 'preact'
import { ApiError } from '#client/errors.ts'
import { Notice } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { signInByLink } from '../account.ts'
import { Link, useSignInState } from '../sign-in-state.tsx'
import { Trouble, useAttempt } from '../trouble.tsx'
import { useWords } from '../words.ts'
import { AskForLink } from './ask-for-link.tsx'

export const UseLink = ({ token }: { token: string }): JSX.Element => {
  const words = useWords()
  const { next } = useSignInState()
  const attempt = useAttempt()
  const spent =
    attempt.error instanceof ApiError &&
    (attempt.error.code === 'UNAUTHORIZED' || attempt.error.code === 'VALIDATION_ERROR')
  return (
    <>
      <Heading text={words.useLinkTitle} />
      {spent ? (
        <>
          <div role="alert">
            <Notice tone="warn">{words.linkSpent}</Notice>
          </div>
          <AskForLink />
        </>
      ) : (
        <>
          <p>{words.useLink}</p>
          <div role="alert">
            {attempt.error !== undefined && <Trouble error={attempt.error} refused={words.linkSpent} />}
          </div>
          <button type="button" class="primary" onClick={() => attempt.run(() => signInByLink(token, next))}>
            {attempt.busy ? words.working : words.signIn}
          </button>
        </>
      )}
      <nav class="links" aria-label={words.signInTitle}>
        <Link to="sign-in">{words.backToSignIn}</Link>
      </nav>
    </>
  )
}
