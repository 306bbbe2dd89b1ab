/** Busy notice ("A moment…"): the service is busy, and the client retries by itself. */
import { useSyncExternalStore } from 'react'

let until = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const notify = (): void => {
  for (const listener of listeners) listener()
}

/** @param seconds expected wait */
export const showBusyNotice = (seconds: number): void => {
  until = Math.max(until, Date.now() + seconds * 1000 + 1000)
  clearTimeout(timer)
  timer = setTimeout(() => {
    until = 0
    notify()
  }, until - Date.now())
  notify()
}

/** End of the wait in milliseconds since 1970; 0: no wait. */
export const useBusyUntil = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => until,
  )
