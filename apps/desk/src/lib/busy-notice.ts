/** Busy notice ("A moment…"): the service is busy and the call is retried by itself. */
import { useSyncExternalStore } from 'react'

let until = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const notify = (): void => {
  for (const listener of listeners) listener()
}

/** @param seconds how long the wait is about to be */
export const showBusyNotice = (seconds: number): void => {
  until = Math.max(until, Date.now() + seconds * 1000 + 1000)
  clearTimeout(timer)
  timer = setTimeout(() => {
    until = 0
    notify()
  }, until - Date.now())
  notify()
}

/** When the wait is over, in milliseconds of the clock; 0 when nothing waits. */
export const useBusyUntil = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => until,
  )
