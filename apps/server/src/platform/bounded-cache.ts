/** A cache in a Map with a size limit: the oldest entry is evicted. */

/** Stores `value` as the newest of at most `atMost` entries. */
export const cacheBounded = <K, V>(cache: Map<K, V>, key: K, value: V, atMost: number): void => {
  // A Map keeps an updated key at its old position, so the key is deleted first.
  cache.delete(key)
  if (cache.size >= atMost) for (const oldest of cache.keys()) if (cache.delete(oldest)) break
  cache.set(key, value)
}
