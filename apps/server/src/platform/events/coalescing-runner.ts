/** A coalescing runner: one run at a time, with requests during a run merged into one more run. */
import { context, ROOT_CONTEXT } from '@opentelemetry/api'

export interface CoalescingRunner {
  start(): void
  /** resolves when nothing runs any more */
  ended(): Promise<void>
}

/** Runs `work`; errors go to `failed`. */
export const openCoalescingRunner = (
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): CoalescingRunner => {
  let running: Promise<void> | undefined
  let again = false
  const start = (): void => {
    if (running) {
      again = true
      return
    }
    again = false
    // A run serves many callers, so it belongs to no trace of theirs.
    running = context
      .with(ROOT_CONTEXT, work)
      .catch(failed)
      .finally(() => {
        running = undefined
        if (again) start()
      })
  }
  return {
    start,
    ended: async () => {
      while (running) await running
    },
  }
}
