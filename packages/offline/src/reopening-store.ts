/** A store that reopens its connection: some phones close IndexedDB connections of apps in the background. */

/** Runs `work` on the store. Where the connection has ended it reopens the store and retries once. */
export type WithStore<S> = <T>(work: (store: S) => Promise<T>) => Promise<T>

/** Reopening does not help a full store. */
const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

/**
 * A store that reopens its connection.
 * @param open called again after a connection has ended, once for all pending calls
 * @throws whatever the first opening throws
 */
export const reopeningStore = async <S extends { close(): void }>(
  open: () => Promise<S>,
): Promise<WithStore<S>> => {
  let current = open()
  await current
  return async (work) => {
    const mine = current
    try {
      return await work(await mine)
    } catch (error) {
      if (isFull(error)) throw error
      if (current === mine) {
        mine.then((store) => store.close()).catch(() => undefined)
        current = open()
      }
      return work(await current)
    }
  }
}
