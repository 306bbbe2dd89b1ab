/** How work grows with its input, whatever the speed of the machine. */
import { threadTimeOf } from './cpu-time.ts'

const times = 8
/** One work of eight times the size takes as long as eight small ones where it is linear, and 8 times as long where quadratic. */
const most = 4
/** Milliseconds; less cannot be measured. */
const least = 30
const attempts = 6

/**
 * Whether the work stays in proportion to its size.
 * @param size to start from; it is doubled until the time can be measured
 */
export const growsWithSize = async (work: (size: number) => unknown, size: number): Promise<boolean> => {
  const several = async (): Promise<void> => {
    for (let time = 0; time < times; time++) await work(size)
  }
  // The first calls compile; they count for nothing.
  await several()
  if ((await threadTimeOf(several)) < least) return growsWithSize(work, size * 2)
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // The shortest of some: the machine has others to serve.
  for (let attempt = 0; attempt < attempts; attempt++) {
    small = Math.min(small, await threadTimeOf(several))
    large = Math.min(large, await threadTimeOf(() => work(size * times)))
    if (large < most * small) return true
  }
  return false
}
