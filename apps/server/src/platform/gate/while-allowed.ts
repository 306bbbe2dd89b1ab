/** A file that is written for minutes ends with what let its reader in. */
import type { Clock } from '../clock.ts'
import { unauthorized } from '../errors.ts'

/** As soon as a live stream would end. */
const checkEveryMs = 1000

/** @param isStillAllowed whether whoever asked would be let in now; the parts end with UNAUTHORIZED where not */
export const whileAllowed = (
  parts: AsyncIterable<Uint8Array>,
  clock: Clock,
  isStillAllowed: () => Promise<boolean>,
): AsyncIterable<Uint8Array> => ({
  // No generator: one that was never begun would not tell its source that nobody reads.
  [Symbol.asyncIterator]: () => {
    const source = parts[Symbol.asyncIterator]()
    let checkedAt = clock.now().getTime()
    const end = async (): Promise<IteratorResult<Uint8Array>> => {
      await source.return?.(undefined)
      return { done: true, value: undefined }
    }
    return {
      next: async () => {
        const now = clock.now().getTime()
        if (now - checkedAt >= checkEveryMs) {
          checkedAt = now
          // guard: file-standing
          if (!(await isStillAllowed())) {
            await end()
            throw unauthorized()
          }
        }
        return source.next()
      },
      return: end,
    }
  },
})
