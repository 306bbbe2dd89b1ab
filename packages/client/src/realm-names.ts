/** Names of what a realm stores on the phone. Those of staff are in use on installed phones and never change. */
import type { Realm } from './realms.ts'

/** `wellkept-work` of staff, `wellkept-scout` of scouts; also how the names of a realm's caches begin */
export const databaseName = ({ access, key }: Realm): string =>
  access === 'tenant' ? 'wellkept-work' : key.replace('.session', '').replace('.', '-')

/** A name in the browser's storage, of a lock or of a channel: `wellkept.push` of staff, `wellkept.scout.push` of scouts. */
export const nameIn = ({ key }: Realm, what: string): string => key.replace(/session$/, what)

/** The user who was signed in last: `wellkept.work-person` of staff, `wellkept.scout.person` of scouts. */
export const personName = (realm: Realm): string =>
  nameIn(realm, realm.access === 'tenant' ? 'work-person' : 'person')

/** Lock and channel of the outbox. */
export const outboxName = (realm: Realm): string => nameIn(realm, 'outbox')

/** Cache of the photos that were shown last. */
export const photoCacheName = (realm: Realm): string => `${databaseName(realm)}-photos`
