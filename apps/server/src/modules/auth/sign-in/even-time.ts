/** Longer than the work behind an answer that must not tell whether there was any. */
const leastMs = 60

/** Answers no sooner than what never tells takes, whether `work` found somebody or not. */
export const inEvenTime = async <T>(work: () => Promise<T>): Promise<T> => {
  const wait = new Promise<void>((resolve) => setTimeout(resolve, leastMs))
  try {
    return await work()
  } finally {
    await wait
  }
}
