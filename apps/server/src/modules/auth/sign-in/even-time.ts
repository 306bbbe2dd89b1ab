/** Milliseconds; longer than the work of an answer whose time must not reveal whether there was any. */
const leastMs = 60

/** Answers no sooner than the minimum time, whether `work` found somebody or not. */
export const inEvenTime = async <T>(work: () => Promise<T>): Promise<T> => {
  const wait = new Promise<void>((resolve) => setTimeout(resolve, leastMs))
  try {
    return await work()
  } finally {
    await wait
  }
}
