/** An observable value. */
import { useEffect, useState } from 'preact/hooks'

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

/** The value of a cell; the component renders again when it changes. */
export const useCell = <T>(source: Cell<T>): T => {
  const [, draw] = useState(0)
  useEffect(() => {
    const again = (): void => draw((count) => count + 1)
    // The value may have changed between the first render and this subscription.
    again()
    return source.subscribe(again)
  }, [source])
  return source.get()
}
