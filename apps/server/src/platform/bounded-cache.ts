/** Caches that are bounded: who comes when one is full takes the place of the oldest, and the others stay. */

/** Keeps `value` as the newest of at most `atMost`. */
export const cacheBounded = <K, V>(cache: Map<K, V>, key: K, value: V, atMost: number): void => {
  // Kept anew it moves to the end, which a Map does not do by itself.
  cache.delete(key)
  if (cache.size >= atMost) for (const oldest of cache.keys()) if (cache.delete(oldest)) break
  cache.set(key, value)
}
