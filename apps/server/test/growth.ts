/** Checks how work grows with its input, independent of the machine's speed. */
import { threadTimeOf } from './cpu-time.ts'

const times = 8
/**
 * Linear work of eight times the size takes as long as eight small ones (ratio 1); quadratic work eight times as
 * long.
 */
const maxRatio = 4
/** Milliseconds; shorter times cannot be measured. */
const minMs = 30
const attempts = 6

/** Whether the work grows linearly. @param size to start from; it is doubled until the time can be measured */
export const growsWithSize = async (work: (size: number) => unknown, size: number): Promise<boolean> => {
  const several = async (): Promise<void> => {
    for (let time = 0; time < times; time++) await work(size)
  }
  // Warm-up: the first calls include compilation.
  await several()
  if ((await threadTimeOf(several)) < minMs) return growsWithSize(work, size * 2)
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // The shortest of several, since the machine may be busy.
  for (let attempt = 0; attempt < attempts; attempt++) {
    small = Math.min(small, await threadTimeOf(several))
    large = Math.min(large, await threadTimeOf(() => work(size * times)))
    if (large < maxRatio * small) return true
  }
  return false
}
