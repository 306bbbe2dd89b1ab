/** Streams a file only while its reader still has access. */
import type { Clock } from '../clock.ts'
import { unauthorized } from '../errors.ts'

/** The same delay after which a live stream ends. */
const checkEveryMs = 1000

/** @param isStillAllowed whether the caller would be admitted now; if not, the stream fails with UNAUTHORIZED */
export const whileAllowed = (
  parts: AsyncIterable<Uint8Array>,
  clock: Clock,
  isStillAllowed: () => Promise<boolean>,
): AsyncIterable<Uint8Array> => ({
  // Not a generator: one that was never started would not close its source.
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
