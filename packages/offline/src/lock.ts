import { outboxName } from '#client/realm-names.ts'
import type { Realm } from '#client/realms.ts'

/** Only one tab of a realm sends at a time, if the browser supports Web Locks. */
export const lockOf =
  (realm: Realm) =>
  async (work: () => Promise<void>): Promise<void> => {
    if (!navigator.locks) return work()
    await navigator.locks.request(outboxName(realm), work)
  }
