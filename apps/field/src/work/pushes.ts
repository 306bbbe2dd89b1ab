/** Notifications of the signed-in person on this phone, and what an open page makes of them. */
import type { Me } from '#contracts/auth.ts'
import { keepOn, onWorkerWord } from '#ui/push/device.ts'
import type { AppServices } from './app-services.ts'
import type { Router } from './router.tsx'

/** The service hears of a new sign-in or address of this phone; what a notification tells of is read, what it names opened. */
export const followPushes = ({ account, tasks }: AppServices, go: Router['go']): void => {
  // Its own answer is a reading of the record too.
  let renewing = false
  const renew = (record: Me | undefined): void => {
    const { user } = record ?? {}
    if (!record || !user || renewing) return
    renewing = true
    keepOn({ ...record, user }, (add) => account.save({ pushSubscriptions: { add } }))
      .catch(() => undefined)
      .finally(() => {
        renewing = false
      })
  }
  account.record.subscribe(() => renew(account.record.get()))
  // It is read at the opening, perhaps already.
  renew(account.record.get())
  onWorkerWord((word) => {
    if (word.kind === 'wellkept.open') go(word.path)
    // It is about something new, which the list of a minute ago does not have.
    tasks.refresh(true)
  })
}
