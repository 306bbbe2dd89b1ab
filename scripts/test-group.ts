/** Runs test files one after the other in this process, each as its own suite; shared servers stop at the end. */
import { after, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { endShared, shareServers } from '#test/shared.ts'

/** Time limit of a file in ms; one that hangs fails under its name, and the next one runs. */
const fileTimeoutMs = process.env.TEST_LONG ? Number(process.env.LONG_MINUTES ?? 30) * 60_000 : 1_200_000
/** Time limit in ms for hooks after the last test. */
const afterTimeoutMs = 30_000

/** @throws Error if loading the file never ends */
const load = async (file: string): Promise<void> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error(`not loaded after ${fileTimeoutMs / 1000} s`)),
    fileTimeoutMs,
  )
  try {
    await Promise.race([import(pathToFileURL(file).href), promise])
  } finally {
    clearTimeout(timer)
  }
}

let isDone = false
process.once('exit', () => {
  // A file that ends the process would skip the tests of all later files.
  if (!isDone) process.exitCode = 1
})
shareServers()
for (const file of process.argv.slice(2)) {
  // Hooks and tests of a file belong to its suite; the next file is loaded after its last hook.
  await new Promise<void>((resolve) => {
    void suite(file, { timeout: fileTimeoutMs }, async () => {
      let late: NodeJS.Timeout | undefined
      // If a hook fails, later hooks do not run.
      after(() => {
        late = setTimeout(resolve, afterTimeoutMs)
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
}, afterTimeoutMs).unref()
