/** A coalescing runner: work that is asked for again and again. */

export interface CoalescingRunner {
  start(): void
  /** until nothing runs any more */
  ended(): Promise<void>
}

/** Runs `work`, one run at a time; requests during a run are coalesced into one more run. */
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
    running = work()
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
