/** What caches of the service's records have in common. */
import type { DBSchema, IDBPDatabase, IndexNames, StoreKey, StoreNames, StoreValue } from 'idb'

/** Writes a record and deletes the oldest ones, so that at most `most` stay. @param index of their age */
export const putBounded = async <S extends DBSchema, Name extends StoreNames<S>>(
  store: IDBPDatabase<S>,
  name: Name,
  index: IndexNames<S, Name>,
  value: StoreValue<S, Name>,
  most: number,
): Promise<void> => {
  const change = store.transaction(name, 'readwrite')
  await change.store.put(value)
  const surplus = (await change.store.count()) - most
  if (surplus > 0) {
    const oldest: StoreKey<S, Name>[] = await change.store.index(index).getAllKeys(undefined, surplus)
    await Promise.all(oldest.map((key) => change.store.delete(key)))
  }
  await change.done
}

type Failing<T> = { readonly [Key in keyof T]: (...given: never[]) => Promise<unknown> }

/** Ignores errors, such as a full phone: what is in a cache can be read from the service again. */
export const ignoringErrors = <T extends Failing<T>>(cache: T): T =>
  Object.fromEntries(
    Object.entries<(...given: never[]) => Promise<unknown>>(cache).map(([name, work]) => [
      name,
      async (...given: never[]) => work(...given).catch(() => undefined),
    ]),
  ) as T
