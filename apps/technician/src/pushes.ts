/** Push subscription of this phone, and how an open page handles notifications. */
import type { Go } from '#field-kit/navigation.tsx'
import { onWorkerWord } from '#pwa/push-device.ts'
import { keepOn, switchOn } from '#pwa/staff-push.ts'
import type { AppServices } from './app-services.ts'
import type { Account, OwnRecord } from './data/account.ts'

/** @throws PushRefused, ApiError, or what the browser throws */
export const switchOnPushes = async (account: Account): Promise<void> => {
  if (!account.record.get()) await account.load()
  const me = account.record.get()
  if (me) await switchOn(me, (add) => account.save({ pushSubscriptions: { add } }))
}

/** Renews the push subscription when needed; on a notification reads the list, and on a tap opens its task. */
export const followPushes = ({ account, tasks }: AppServices, go: Go): void => {
  // Renewing updates the record, which triggers this subscriber again.
  let renewing = false
  const renew = (record: OwnRecord | undefined): void => {
    if (!record || renewing) return
    renewing = true
    keepOn(record, (add) => account.save({ pushSubscriptions: { add } }))
      .catch(() => undefined)
      .finally(() => {
        renewing = false
      })
  }
  account.record.subscribe(() => renew(account.record.get()))
  // The record may have been read already.
  renew(account.record.get())
  onWorkerWord((word) => {
    if (word.kind === 'wellkept.open') go(word.path)
    // Forces a read: the cached list does not have the new task.
    tasks.refresh(true)
  })
}
