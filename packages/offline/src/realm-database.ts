/** The database of a realm on the phone. */
import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb'
import { databaseName } from '#client/realm-names.ts'
import type { Realm } from '#client/realms.ts'
import { reopeningStore, type WithStore } from './reopening-store.ts'

/** @param upgrade from an older version, 0 if there was none @throws where the browser has no IndexedDB */
export const openRealmDatabase = <S extends DBSchema>(
  realm: Realm,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<S>['upgrade']>,
): Promise<WithStore<IDBPDatabase<S>>> =>
  reopeningStore(() =>
    openDB<S>(databaseName(realm), version, {
      upgrade,
      // Another tab upgrades the database and is blocked until this connection closes.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
    }),
  )
