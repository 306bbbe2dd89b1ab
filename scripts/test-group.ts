/** Runs test files one after the other in this process, each as a suite of its own; servers they share end at the end. */
import { after, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { endShared, shareServers } from '#test/shared.ts'

/** Of one file, milliseconds; one that hangs fails under its name, and the next one goes on. */
const atMost = process.env.TEST_LONG ? 1_800_000 : 1_200_000
/** For what comes behind the last test, milliseconds. */
const patience = 30_000

/** @throws Error where a file waits for something that never comes while it is loaded */
const load = async (file: string): Promise<void> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`not loaded after ${atMost / 1000} s`)), atMost)
  try {
    await Promise.race([import(pathToFileURL(file).href), promise])
  } finally {
    clearTimeout(timer)
  }
}

let isDone = false
process.once('exit', () => {
  // Whoever ends the process takes the tests of all files behind it with them.
  if (!isDone) process.exitCode = 1
})
shareServers()
for (const file of process.argv.slice(2)) {
  // Hooks and tests of a file belong to its suite; the next is not loaded before its last hook has run.
  await new Promise<void>((resolve) => {
    void suite(file, { timeout: atMost }, async () => {
      let late: NodeJS.Timeout | undefined
      // Where a hook fails, those behind it do not run.
      after(() => {
        late = setTimeout(resolve, patience)
      })
      try {
        await load(file)
      } finally {
        after(() => {
          clearTimeout(late)
          resolve()
        })
      }
    })
  })
}
await endShared()
isDone = true
setTimeout(() => {
  process.stderr.write('A test has left something open that keeps its process from ending\n')
  process.exit(1)
}, patience).unref()
