/** Milliseconds; longer than the work of an answer whose time must not reveal whether there was any. */
const minimumMs = 60

/** Answers no sooner than the minimum time, whether `work` found somebody or not. */
export const withMinimumTime = async <T>(work: () => Promise<T>): Promise<T> => {
  const wait = new Promise<void>((resolve) => setTimeout(resolve, minimumMs))
  try {
    return await work()
  } finally {
    await wait
  }
}
