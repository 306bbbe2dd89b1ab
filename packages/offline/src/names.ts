/** Names of what a realm stores on the phone. Those of staff are in use on installed phones and never change. */
import type { Realm } from '#client/realms.ts'

/** `wellkept-work` of staff, `wellkept-scout` of scouts */
export const databaseName = ({ access }: Realm): string => `wellkept-${access === 'tenant' ? 'work' : access}`

/** Lock and channel of the outbox: `wellkept.outbox` of staff, `wellkept.scout.outbox` of scouts. */
export const outboxName = ({ key }: Realm): string => key.replace(/session$/, 'outbox')
