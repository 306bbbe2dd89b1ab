/** A store of the phone whose connection may end at any time: some phones end it while the app is in the background. */

/** Does `work` on the store, opened anew where its connection has ended. */
export type Reach<S> = <T>(work: (store: S) => Promise<T>) => Promise<T>

/** A store that is full is as full when it is opened again. */
const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

/**
 * The one way to a store that lasts longer than its connection.
 * @param open is asked again after a connection has ended, once for all who wait
 * @throws whatever the first opening throws
 */
export const lasting = async <S extends { close(): void }>(open: () => Promise<S>): Promise<Reach<S>> => {
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
