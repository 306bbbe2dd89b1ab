/** All checks in order, on a PostgreSQL of their own; the first that fails ends the run. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { buildIfNeeded } from './build-if-needed.ts'
import { browserFiles, parseArguments, UnknownOption, unitFiles } from './test-files.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const interrupt = new AbortController()
const counts = { passed: 0, failed: 0 }

class StepFailed extends Error {}

/** Settings of the shell that starts the tests must not change what they see. */
const testEnvironment = (): NodeJS.ProcessEnv => {
  const settings =
    /^(PORT|HOST|BASE_URL|NODE_ENV|DATA_DIR|DATABASE_URL|REDIS_URL|ROLE|SECRET|SYSTEM_SECRET|RATE_LIMITS|SEED|LOG_LEVEL|TRUST_PROXY|PG[A-Z]+|(MAIL|STORAGE|GOOGLE|MICROSOFT|STRIPE|SLACK|SUPER_ADMIN|VAPID|OTEL)_.*|npm_.*)$/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)))
}

const command = (program: string, ...args: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: 'inherit',
      signal: interrupt.signal,
      env: testEnvironment(),
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new StepFailed(`exit code ${code}`))
    })
  })

const tool = (name: string): string => join(root, 'node_modules', '.bin', name)

const checkTypes = async (): Promise<void> => {
  await command(tool('tsc'), '-p', '.')
  for (const app of readdirSync('apps')) {
    const hasSources = globSync(`apps/${app}/src/**/*.{ts,tsx}`).length > 0
    if (!hasSources) continue
    for (const config of globSync(`apps/${app}/tsconfig*.json`).sort())
      await command(tool('tsc'), '-p', config)
  }
}

const build = async (): Promise<void> => {
  const code = await buildIfNeeded()
  if (code !== 0) throw new StepFailed(`exit code ${code}`)
}

/** Where a Redis is given, what several instances share is tested on it as well. */
const redis = process.env.REDIS_URL ? { TEST_REDIS_URL: process.env.REDIS_URL } : {}

/** Runs files in processes of their own and adds node's own counters to ours. */
const runFiles = async (files: string[], workspace: Workspace, concurrency: number): Promise<void> => {
  const stream = run({
    files: files.map((file) => join(root, file)),
    concurrency,
    signal: interrupt.signal,
    // A file that hangs fails instead of stopping the run.
    timeout: 300_000,
    env: {
      ...testEnvironment(),
      TEST_DATABASE_URL: workspace.databaseUrl,
      ...redis,
      TMPDIR: workspace.temporary,
    },
  })
  let failed = 0
  stream.on('test:summary', ({ file, counts: found }) => {
    if (file !== undefined) return
    failed = found.tests - found.passed - found.skipped - found.todo
    counts.passed += found.passed
    counts.failed += failed
  })
  const report = stream.compose(spec)
  report.pipe(process.stdout, { end: false })
  await new Promise<void>((resolve, reject) => report.once('end', resolve).once('error', reject))
  if (failed > 0) throw new StepFailed(`${failed} tests failed`)
}

const step = async (name: string, work: () => Promise<void>): Promise<void> => {
  if (interrupt.signal.aborted) throw new StepFailed('interrupted')
  console.log(`\n== ${name}`)
  const began = performance.now()
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
  try {
    await work()
  } catch (error) {
    console.log(`== ${name}: failed after ${seconds()}: ${(error as Error).message}`)
    throw new StepFailed(name)
  }
  console.log(`== ${name}: ${seconds()}`)
}

interface Workspace {
  /** Of a role that may create databases and roles. */
  readonly databaseUrl: string
  /** Where tests put their temporary files, also those that are cut off. */
  readonly temporary: string
  close(): Promise<void>
}

const openWorkspace = async (): Promise<Workspace> => {
  const folder = mkdtempSync(join(tmpdir(), 'wellkept-test-'))
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  // PostgreSQL, which does not run as root, must be able to pass.
  chmodSync(folder, 0o755)
  chmodSync(temporary, 0o1777)
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  const given = process.env.DATABASE_URL
  if (given) return { databaseUrl: given, temporary, close: async () => remove() }
  try {
    const dataDir = join(folder, 'data')
    const embedded = await startEmbedded({ dataDir, log: (message) => console.log(message) })
    return { databaseUrl: embedded.superuserUrl, temporary, close: () => embedded.stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

const runTests = async (units: string[], journeys: string[]): Promise<void> => {
  const workspace = await openWorkspace()
  try {
    const parts: [string, string[], number][] = [
      // Many wait for clocks and processes, so three share two cores well.
      ['unit and API tests', units, 3],
      ['browser tests', journeys, 1],
    ]
    for (const [name, files, concurrency] of parts) {
      if (files.length === 0) continue
      await step(`${name} (${files.length} files)`, () => runFiles(files, workspace, concurrency))
    }
  } finally {
    await workspace.close()
  }
}

const main = async (): Promise<void> => {
  const selection = parseArguments(process.argv.slice(2))
  const units = unitFiles(selection)
  const journeys = browserFiles(selection)
  if (units.length + journeys.length === 0) throw new StepFailed('No test file matches')
  const isWhole = selection.filters.length === 0 && !selection.apiOnly
  if (isWhole) {
    await step('types', checkTypes)
    await step('format and lint', () => command(tool('biome'), 'check', '--diagnostic-level=warn'))
    await step('import rules', () => command(process.execPath, 'scripts/check-imports.ts'))
  }
  if (isWhole || journeys.length > 0 || !existsSync('dist/.hash')) await step('pages', build)
  await runTests(units, journeys)
}

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (interrupt.signal.aborted) process.exit(130)
    interrupt.abort()
    process.exitCode = 130
  })
}

try {
  await main()
} catch (error) {
  if (error instanceof UnknownOption) console.error(error.message)
  else if (!(error instanceof StepFailed)) console.error(error)
  else if (counts.failed === 0) console.log(error.message)
  if (counts.failed === 0) counts.failed = 1
  process.exitCode = interrupt.signal.aborted ? 130 : 1
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
