/**
 * After a task was opened, offers push notifications in a banner. The browser's permission prompt appears only
 * after a press.
 */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Notice } from '#field-kit/form.tsx'
import { mayAsk, PushRefused } from '#pwa/push-device.ts'
import { switchOn } from '#pwa/staff-push.ts'
import { useAppServices } from '../app-services.ts'
import { useWords } from '../words.ts'
import { Outcome, useAttempt } from './own-record.tsx'

const place = 'wellkept.push-not-now'

const wasRefused = (): boolean => {
  try {
    return localStorage.getItem(place) !== null
  } catch {
    // Storage is disabled: asking would repeat on every page, so do not ask.
    return true
  }
}

export const AskForPushes = (): JSX.Element | null => {
  const words = useWords()
  const { account } = useAppServices()
  const attempt = useAttempt()
  const [isOpen, setOpen] = useState(() => mayAsk() && !wasRefused())
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
    if (!account.record.get()) await account.load()
    const me = account.record.get()
    if (!me?.user) return
    try {
      await switchOn({ ...me, user: me.user }, (add) => account.save({ pushSubscriptions: { add } }))
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
          {words.bandAsk}
        </Notice>
      )}
      <Outcome attempt={attempt} saved={words.pushOn} />
    </section>
  )
}
