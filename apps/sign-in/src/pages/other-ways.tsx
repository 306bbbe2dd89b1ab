/** Buttons for Google, Microsoft and single sign-on, and why the last attempt failed. */
import type { JSX } from 'preact'
import { ApiError } from '#client/errors.ts'
import { Notice } from '#field-kit/form.tsx'
import { useSignInState } from '../sign-in-state.tsx'
import { type Attempt, troubleText } from '../trouble.tsx'
import { type StartOptions, startGoogle, startMicrosoft, type WayTrouble } from '../ways.ts'
import type { Messages } from '../words.ts'
import { useWords } from '../words.ts'

const nameOf = (words: Messages, { way }: WayTrouble): string => {
  switch (way) {
    case 'google':
      return 'Google'
    case 'microsoft':
      return 'Microsoft'
    case 'organisation':
      return words.yourOrganisation
    case undefined:
      return words.otherService
  }
}

const wayTroubleText = (words: Messages, trouble: WayTrouble): string => {
  const who = nameOf(words, trouble)
  switch (trouble.reason) {
    case 'DECLINED':
      return words.wayDeclined({ who })
    case 'START_AGAIN':
      return words.wayStartAgain
    case 'UNREACHABLE':
      return words.wayUnreachable({ who })
    case 'NOT_SET_UP':
      return words.wayNotSetUp
    case 'REFUSED':
      return trouble.invitationToken ? words.joinRefused({ who }) : words.wayRefused({ who })
    case 'FAILED':
      return troubleText(words, trouble.error, words.wayRefused({ who }))
  }
}

/** Empty if nothing failed. */
export const WayNotice = (): JSX.Element => {
  const words = useWords()
  const { trouble } = useSignInState()
  const error = trouble?.error
  const id = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined
  return (
    <div role="alert">
      {trouble && (
        <Notice tone={trouble.reason === 'DECLINED' ? 'info' : 'warn'}>
          <p>{wayTroubleText(words, trouble)}</p>
          {id && (
            <p>
              <small>{words.requestId({ id })}</small>
            </p>
          )}
        </Notice>
      )}
    </div>
  )
}

/** Google and Microsoft, if the service has them configured. */
export const ProviderButtons = ({
  attempt,
  options,
  google,
  microsoft,
}: {
  attempt: Attempt
  options: StartOptions
  google: string
  microsoft: string
}): JSX.Element => {
  const { offers } = useSignInState()
  return (
    <>
      {offers.google && (
        <button type="button" onClick={() => attempt.run(() => startGoogle(options))}>
          {google}
        </button>
      )}
      {/* PKCE needs Web Crypto, which exists only with https and on localhost. */}
      {offers.microsoft && isSecureContext && (
        <button type="button" onClick={() => attempt.run(() => startMicrosoft(options))}>
          {microsoft}
        </button>
      )}
    </>
  )
}
