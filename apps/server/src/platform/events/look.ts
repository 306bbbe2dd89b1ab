/** Work that somebody asks for again and again. */

export interface Look {
  start(): void
  /** until nobody looks any more */
  ended(): Promise<void>
}

/** Looks again and again, one look at a time; asked during a look, it looks once more. */
export const openLook = (look: () => Promise<void>, failed: (error: unknown) => void): Look => {
  let running: Promise<void> | undefined
  let again = false
  const start = (): void => {
    if (running) {
      again = true
      return
    }
    again = false
    running = look()
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
