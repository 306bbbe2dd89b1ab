/** Banner for problems that concern the whole app. */
import type { JSX } from 'preact'
import type { ReadTrouble } from '#offline/read-trouble.ts'
import type { Trouble } from '#offline/verdict.ts'
import { Notice } from './form.tsx'
import { useKitWords } from './words.ts'

interface TroubleBannerProps {
  readonly signedIn: boolean
  /** address at which the person signs in again and comes back to this page */
  readonly signIn: string
  /** the client is waiting for a rate limit */
  readonly pausing: boolean
  /** operations wait to be sent */
  readonly waiting: boolean
  /** why they could not be sent */
  readonly sending: Trouble | undefined
  /** why the list could not be read */
  readonly reading: ReadTrouble | undefined
  /** what was done stays on the phone when the page is closed */
  readonly lasts: boolean
  /** says who may not read the list */
  readonly refused: string
  /** says what the organisation cannot do now */
  readonly readOnly: string
  readonly onRetry: () => void
}

export const TroubleBanner = (props: TroubleBannerProps): JSX.Element => {
  const words = useKitWords()
  const { waiting, reading } = props
  const sending = waiting ? props.sending : undefined
  return (
    <div role="status" class="banner">
      {!props.signedIn ? (
        <Notice
          tone="warn"
          actions={
            <a class="button primary" href={props.signIn}>
              {words.signIn}
            </a>
          }
        >
          {words.ended}
        </Notice>
      ) : reading?.kind === 'REFUSED' ? (
        <Notice tone="warn">{props.refused}</Notice>
      ) : sending === 'READ_ONLY' ? (
        <Notice tone="warn">{props.readOnly}</Notice>
      ) : props.pausing || reading?.kind === 'BUSY' || sending === 'BUSY' ? (
        <Notice tone="info" icon="clock">
          {words.troubleBusy}
        </Notice>
      ) : sending === 'OFFLINE' || reading?.kind === 'OFFLINE' ? (
        <Notice tone="info" icon="offline">
          {words.troubleOffline}
        </Notice>
      ) : sending === 'MAINTENANCE' ? (
        <Notice tone="info" icon="clock">
          {words.troubleMaintenance}
        </Notice>
      ) : sending === 'SERVICE' ? (
        <Notice tone="warn">{words.troubleService}</Notice>
      ) : reading?.kind === 'SERVICE' ? (
        <Notice
          tone="warn"
          actions={
            <button type="button" onClick={props.onRetry}>
              {words.retry}
            </button>
          }
        >
          <p>{words.loadFailed}</p>
          {reading.requestId && <small>{words.requestId({ id: reading.requestId })}</small>}
        </Notice>
      ) : null}
      {waiting && !props.lasts && <Notice tone="warn">{words.doesNotLast}</Notice>}
    </div>
  )
}
