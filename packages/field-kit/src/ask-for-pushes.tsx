/** Offers push notifications in a banner. The browser's permission prompt appears only after a press. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { nameIn } from '#client/realm-names.ts'
import type { Realm } from '#client/realms.ts'
import { mayAsk, PushRefused } from '#pwa/push-device.ts'
import { Notice } from './form.tsx'
import { Outcome, useAttempt } from './own-record.tsx'
import { useKitWords } from './words.ts'

const wasRefused = (place: string): boolean => {
  try {
    return localStorage.getItem(place) !== null
  } catch {
    // Storage is disabled: asking would repeat on every page, so do not ask.
    return true
  }
}

interface AskForPushesProps {
  readonly realm: Realm
  /** says what the notifications are about */
  readonly text: string
  /** Calls `switchOn` of the app's push device. */
  readonly onAccept: () => Promise<void>
}

export const AskForPushes = ({ realm, text, onAccept }: AskForPushesProps): JSX.Element | null => {
  const words = useKitWords()
  const place = nameIn(realm, 'push-not-now')
  const attempt = useAttempt()
  const [isOpen, setOpen] = useState(() => mayAsk() && !wasRefused(place))
  if (!isOpen) return null
  const close = (): void => {
    try {
      localStorage.setItem(place, '1')
    } catch {
      // Storage is disabled: the banner stays closed until the page is closed.
    }
    setOpen(false)
  }
  const accept = async (): Promise<void> => {
    try {
      await onAccept()
    } catch (error) {
      if (!(error instanceof PushRefused)) throw error
      setOpen(false)
    }
  }
  return (
    <section class="stack tight" aria-label={words.notifications}>
      {!attempt.done && (
        <Notice
          tone="info"
          icon="bell"
          actions={
            <>
              <button type="button" onClick={() => attempt.run(accept)}>
                {words.switchOn}
              </button>
              <button type="button" class="quiet" onClick={close}>
                {words.notNow}
              </button>
            </>
          }
        >
          {text}
        </Notice>
      )}
      <Outcome attempt={attempt} saved={words.pushOn} />
    </section>
  )
}
