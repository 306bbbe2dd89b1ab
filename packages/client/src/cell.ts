/** An observable value. */
export interface Cell<T> {
  get(): T
  set(value: T): void
  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void
}

export const cell = <T>(first: T): Cell<T> => {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(value, next)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
