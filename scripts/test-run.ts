/** Runs all checks in order on their own PostgreSQL. If one fails the others still run; the last line sums up. */
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { endpoints } from '#contracts/all.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { readCalls } from '#test/called.ts'
import { buildIfNeeded } from './build-if-needed.ts'
import {
  browserFiles,
  byTurns,
  type Group,
  groupsOf,
  hasMark,
  type Pass,
  parseArguments,
  type Selection,
  UnknownOption,
  unitFiles,
} from './test-files.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const interrupt = new AbortController()
const counts = { passed: 0, failed: 0 }
/** Failures, repeated at the end of the log. */
const failures: string[] = []
/** Failed tests by file. */
const failuresByFile = new Map<string, string[]>()
/** Maximum number of failed files to rerun, each alone; with more failures something is really wrong. */
const maxReruns = 3

class StepFailed extends Error {}

/** Removes variables of the shell that could affect the tests. */
const testEnvironment = (): NodeJS.ProcessEnv => {
  const settings =
    /^(PORT|HOST|BASE_URL|NODE_ENV|DATA_DIR|BACKUP_DIR|DATABASE_URL|REDIS_URL|ROLE|SECRET|SYSTEM_SECRET|RATE_LIMITS|SEED|LOG_LEVEL|TRUST_PROXY|PG[A-Z]+|(MAIL|STORAGE|GOOGLE|MICROSOFT|STRIPE|SLACK|SUPER_ADMIN|VAPID|OTEL)_.*|npm_.*)$/
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

/** Incremental: unchanged files are not checked again. */
const checkTypes = async (): Promise<void> => {
  const configs = globSync('{apps,packages}/*/tsconfig*.json').filter(
    (config) => globSync(`${dirname(config)}/src/**/*.{ts,tsx}`).length > 0,
  )
  const wrong: string[] = []
  const left = ['tsconfig.json', ...configs.sort()]
  const work = async (): Promise<void> => {
    for (let config = left.shift(); config; config = left.shift()) {
      const path = config
      const known = join('.cache', 'types', path.replaceAll('/', '-'))
      await command(tool('tsc'), '-p', path, '--incremental', '--tsBuildInfoFile', known).catch(() => {
        wrong.push(path)
      })
    }
  }
  await Promise.all([work(), work()])
  if (wrong.length > 0) throw new StepFailed(wrong.join(', '))
}

const build = async (): Promise<void> => {
  const code = await buildIfNeeded()
  if (code !== 0) throw new StepFailed(`exit code ${code}`)
}

/** If REDIS_URL is set, shared state is tested with Redis too. */
const redis = process.env.REDIS_URL ? { TEST_REDIS_URL: process.env.REDIS_URL } : {}

/** Time limit of a group in ms; each file has its own limit besides, in a long run LONG_MINUTES. */
const groupLimit = (pass: Pass): number =>
  pass === 'long' ? Math.max(120, Number(process.env.LONG_MINUTES ?? 0) + 10) * 60_000 : 1_800_000

const gibibyte = 1024 ** 3

/**
 * With enough memory a larger heap saves a twelfth of the unit tests' CPU time, since garbage is collected less
 * often.
 */
const heapFlags =
  process.availableMemory() > 16 * gibibyte
    ? ['--initial-old-space-size=2500', '--min-semi-space-size=32', '--max-semi-space-size=64']
    : []

/** Memory settings of the service, as `npm start` gives them. */
const serviceFlags = JSON.parse(readFileSync('scripts/node-flags.json', 'utf8')) as string[]

/** Runs the files of a group in one process, prints the results, and adds them to the counters. */
const runGroup = async ({ name, files }: Group, env: NodeJS.ProcessEnv, pass: Pass): Promise<void> => {
  const began = performance.now()
  const stream = run({
    files: [join(root, 'scripts', 'test-group.ts')],
    argv: files.map((file) => join(root, file)),
    execArgv: files.some((file) => hasMark(file, '@service-heap')) ? serviceFlags : heapFlags,
    // Not the `timeout` of run, which applies to each test and ends no process.
    signal: AbortSignal.any([interrupt.signal, AbortSignal.timeout(groupLimit(pass))]),
    env,
  })
  let failed = 1
  let broken = 0
  // A file that fails to load or takes too long may have no failed test.
  stream.on('test:fail', ({ name: title, file, details: { type, error } }) => {
    if ('failureType' in error && error.failureType === 'subtestsFailed') return
    if (type === 'suite') broken++
    const why = String(error.cause instanceof Error ? error.cause.message : (error.cause ?? error.message))
    const path = relative(root, file ?? name)
    const line = `${path}: ${title}: ${why.slice(0, 600).replaceAll(/\s+/g, ' ')}`
    failures.push(`FAILED ${line}`)
    failuresByFile.set(path, [...(failuresByFile.get(path) ?? []), line])
  })
  stream.on('test:summary', ({ file, success, counts: found }) => {
    if (file !== undefined) return
    // A skipped test proves nothing.
    failed = found.tests - found.passed + broken || Number(!success)
    counts.passed += found.passed
  })
  let shown = ''
  for await (const part of stream.compose(spec)) shown += part
  counts.failed += failed
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`\n-- ${name}: ${files.length} files, ${seconds} s\n${shown}`)
}

/**
 * With TEST_AGAIN, as in CI, each failed file is rerun once, alone, so that a merge does not depend on one test
 * that was too slow. What then passes is reported as UNSTABLE with its reason. To find such tests, run without it.
 */
const rerunFailed = async (env: NodeJS.ProcessEnv, pass: Pass): Promise<void> => {
  const files = [...failuresByFile.keys()]
  // A test in a helper is reported under the helper's path, which cannot be run alone.
  const isWholly =
    files.every((path) => path.endsWith('.test.ts') && existsSync(path)) && counts.failed === failures.length
  if (!isWholly || files.length === 0 || files.length > maxReruns) return
  for (const path of files) {
    const first = failuresByFile.get(path) ?? []
    const before = { ...counts }
    const said = failures.length
    await runGroup({ name: `${path}, once more`, files: [path] }, env, pass)
    const isGood = counts.failed === before.failed && counts.passed > before.passed
    Object.assign(counts, before)
    failures.splice(said)
    if (!isGood) continue
    counts.failed -= first.length
    counts.passed += first.length
    for (const line of first) failures[failures.indexOf(`FAILED ${line}`)] = `UNSTABLE ${line}`
  }
}

const callsIn = ({ temporary }: Workspace): string => join(temporary, 'calls')

interface Phase {
  readonly groups: readonly Group[]
  /** groups at a time */
  readonly atOnce: number
}

/** With four groups both cores were always busy, and pages and statements ran into their time limits. */
const phasesOf = (groups: readonly Group[], pass: Pass): Phase[] => {
  if (pass !== 'external') return [{ groups, atOnce: 3 }]
  // A foreign database server has limited connections: several instances of the service use 70 of 100.
  const isCrowd = ({ name }: Group): boolean => name === 'apps/server/test'
  return [
    { groups: groups.filter(isCrowd), atOnce: 1 },
    { groups: groups.filter((group) => !isCrowd(group)), atOnce: 2 },
  ]
}

/** Runs the phases one after the other. @throws StepFailed after all have run */
const runGroups = async (phases: readonly Phase[], workspace: Workspace, pass: Pass): Promise<void> => {
  const before = counts.failed
  const env = {
    ...testEnvironment(),
    TEST_DATABASE_URL: workspace.databaseUrl,
    ...redis,
    TMPDIR: workspace.temporary,
    ...(workspace.inMemory ? { TEST_IN_MEMORY: '1' } : {}),
    ...(pass === 'long' ? { TEST_LONG: '1' } : {}),
  }
  for (const { groups, atOnce } of phases) {
    const left = [...groups]
    const work = async (): Promise<void> => {
      for (let group = left.shift(); group && !interrupt.signal.aborted; group = left.shift()) {
        const isModule = group.name.includes('/modules/')
        await runGroup(group, { ...env, ...(isModule ? { TEST_CALLED: callsIn(workspace) } : {}) }, pass)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }
  if (process.env.TEST_AGAIN) await rerunFailed(env, pass)
  const failed = counts.failed - before
  if (failed > 0) throw new StepFailed(`${failed} tests failed`)
}

/** Every endpoint must be called by a test. @throws StepFailed */
const checkCalls = async (workspace: Workspace): Promise<void> => {
  const called = readCalls(callsIn(workspace))
  const missing = endpoints.filter(({ method, path }) => !called.has(`${method} ${path}`))
  for (const { method, path } of missing)
    console.log(`No test of a module calls ${method} ${path} with success`)
  if (missing.length > 0) throw new StepFailed(`${missing.length} of ${endpoints.length} endpoints`)
  counts.passed++
}

/** Runs one part; a failure does not stop the others. @returns whether it passed */
const step = async (name: string, work: () => Promise<void>): Promise<boolean> => {
  if (interrupt.signal.aborted) throw new StepFailed('interrupted')
  console.log(`\n== ${name}`)
  const began = performance.now()
  const before = counts.failed
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
  try {
    await work()
    console.log(`== ${name}: ${seconds()}`)
    return true
  } catch (error) {
    // A part without tests, or one that threw, counts as one failure.
    if (counts.failed === before) {
      counts.failed++
      failures.push(`FAILED ${name}: ${(error as Error).message}`)
    }
    console.log(`== ${name}: failed after ${seconds()}: ${(error as Error).message}`)
    if (!(error instanceof StepFailed)) console.error(error)
    return false
  }
}

const memoryFolder = '/dev/shm'

/** A database has about two thousand files: creating it on disk takes twenty times as long as in memory. */
const isRoomInMemory = (): boolean => {
  if (!existsSync(memoryFolder)) return false
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize > 4 * gibibyte && process.availableMemory() > 8 * gibibyte
}

interface Workspace {
  /** of a role that can create databases and roles */
  readonly databaseUrl: string
  /** Folder for temporary files of tests, including interrupted ones. */
  readonly temporary: string
  readonly inMemory: boolean
  close(): Promise<void>
}

/** These databases need not survive a crash, so nothing waits for the disk; crash tests start their own. */
const fastSettings = {
  // Four parallel processes, some with three instances of the service.
  max_connections: '300',
  synchronous_commit: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

const openWorkspace = async (): Promise<Workspace> => {
  const inMemory = isRoomInMemory()
  const folder = mkdtempSync(join(inMemory ? memoryFolder : tmpdir(), 'wellkept-test-'))
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  // PostgreSQL does not run as root and must be able to enter.
  chmodSync(folder, 0o755)
  chmodSync(temporary, 0o1777)
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  const given = process.env.DATABASE_URL
  if (given) return { databaseUrl: given, temporary, inMemory: false, close: async () => remove() }
  try {
    const dataDir = join(folder, 'data')
    const embedded = await startEmbedded({
      dataDir,
      log: (message) => console.log(message),
      settings: fastSettings,
    })
    return {
      databaseUrl: embedded.superuserUrl,
      temporary,
      inMemory,
      close: () => embedded.stop().finally(remove),
    }
  } catch (error) {
    remove()
    throw error
  }
}

const runTests = async (units: string[], journeys: string[], pass: Pass, isWhole: boolean): Promise<void> => {
  const workspace = await openWorkspace()
  try {
    const groups = byTurns(groupsOf(journeys), groupsOf(units))
    const title = `${units.length} files of unit and API tests, ${journeys.length} of browser tests`
    await step(title, () => runGroups(phasesOf(groups, pass), workspace, pass))
    if (isWhole) await step('every endpoint is called with its own method', () => checkCalls(workspace))
  } finally {
    await workspace.close()
  }
}

const main = async (selection: Selection): Promise<void> => {
  const units = unitFiles(selection)
  const journeys = browserFiles(selection)
  if (units.length + journeys.length === 0) throw new StepFailed('No test file matches')
  const isWhole = selection.filters.length === 0 && selection.pass === 'all'
  if (isWhole) {
    await step('types', checkTypes)
    await step('format and lint', () => command(tool('biome'), 'check', '--diagnostic-level=warn'))
    await step('import rules', () => command(process.execPath, 'scripts/check-imports.ts'))
  }
  const needsPages = isWhole || journeys.length > 0 || !existsSync('dist/.hash')
  const hasPages = !needsPages || (await step('pages', build))
  await runTests(units, hasPages ? journeys : [], selection.pass, isWhole)
  if (hasPages || journeys.length === 0) return
  await step('browser tests', async () => {
    throw new StepFailed('there are no pages')
  })
}

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (interrupt.signal.aborted) process.exit(130)
    interrupt.abort()
    process.exitCode = 130
  })
}

try {
  await main(parseArguments(process.argv.slice(2)))
} catch (error) {
  counts.failed++
  if (error instanceof UnknownOption || error instanceof StepFailed) console.error(error.message)
  else console.error(error)
}
if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
if (counts.failed > 0) process.exitCode = interrupt.signal.aborted ? 130 : 1
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
