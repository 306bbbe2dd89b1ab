/**
 * `npm run guards -- [item …]`: in a copy of the project, first runs the tests that stand for hostile inputs as they
 * are, then takes out one guard after the other and sees at least one of its tests fail by an assertion.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { styleText } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { guards } from '#test/hostile/guards/all.ts'
import { changesOf, type Guard, proofsOf, timesIn } from '#test/hostile/guards/kit.ts'
import type { Proof } from '#test/hostile/ledger.ts'
import { type Copy, keyOf, runProofs } from './proof-run.ts'

const root = path.dirname(import.meta.dirname)
const perRun = 240_000
const interrupt = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupt.abort())

const seconds = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`
const say = (isGood: boolean, text: string): void =>
  console.log(`${isGood ? styleText('green', '✔') : styleText('red', '✘')} ${text}`)

/** The files as they are now, without what is installed, built up while working, or another's. */
const copyProject = (folder: string): void => {
  const left = new Set(['.git', '.cache', 'data', 'node_modules', 'fonts-cache', 'shared'])
  cpSync(root, folder, {
    recursive: true,
    filter: (source) => !left.has(path.relative(root, source)) && path.basename(source) !== 'node_modules',
  })
  symlinkSync(realpathSync(path.join(root, 'node_modules')), path.join(folder, 'node_modules'))
}

/** One PostgreSQL for the whole run: the one that is given, or one of our own. */
const openDatabase = async (folder: string): Promise<{ url: string; close: () => Promise<void> }> => {
  const given = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  if (given) return { url: given, close: async () => {} }
  const embedded = await startEmbedded({ dataDir: path.join(folder, 'data'), log: () => {} })
  return { url: embedded.superuserUrl, close: embedded.stop }
}

/** Takes the guard out, does the work, and puts back what was there. @throws Error where a text is not there once */
const withoutGuard = async <T>(folder: string, guard: Guard, work: () => Promise<T>): Promise<T> => {
  const before = new Map<string, string>()
  try {
    for (const { file, find, replace } of changesOf(guard)) {
      const full = path.join(folder, file)
      const text = await readFile(full, 'utf8')
      if (timesIn(text, find) !== 1)
        throw new Error(`${file}: the text is there ${timesIn(text, find)} times`)
      if (!before.has(full)) before.set(full, text)
      await writeFile(
        full,
        text.replace(find, () => replace),
      )
    }
    return await work()
  } finally {
    for (const [full, text] of before) await writeFile(full, text)
  }
}

/** A changed migration made a template of its own, which nobody will want again. */
const dropTemplate = async ({ folder, databaseUrl }: Copy): Promise<void> => {
  const file = pathToFileURL(path.join(folder, 'apps/server/test/database.ts')).href
  const { templateName } = (await import(file)) as typeof import('#test/database.ts')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`drop database if exists ${await templateName()}`)
  } finally {
    await client.end()
  }
}

const unique = (list: readonly Proof[]): Proof[] => [
  ...new Map(list.map((one) => [keyOf(one), one])).values(),
]

/** Which of the tests pass while every guard is in its place, at the latest when tried again; one that does not proves nothing. */
const runControl = async (copy: Copy, proofs: readonly Proof[]): Promise<ReadonlySet<string>> => {
  const good = new Set<string>()
  const attempt = async (own: readonly Proof[], tell: boolean): Promise<Proof[]> => {
    const { endings, trouble } = await runProofs(copy, own)
    return own.filter((proof) => {
      const found = endings.get(keyOf(proof))
      if (found?.ending === 'passed') good.add(keyOf(proof))
      else if (tell && !copy.signal.aborted)
        say(
          false,
          `with every guard: ${proof.file}: ${proof.title}: ${found?.message || trouble || 'did not run'}`,
        )
      return found?.ending !== 'passed'
    })
  }
  for (const file of new Set(proofs.map((proof) => proof.file))) {
    if (copy.signal.aborted) break
    const failed = await attempt(
      proofs.filter((proof) => proof.file === file),
      false,
    )
    if (failed.length > 0 && !copy.signal.aborted) await attempt(failed, true)
  }
  return good
}

interface Verdict {
  /** Tests that failed by an assertion. */
  readonly seen: readonly string[]
  /** undefined where every item has a test that failed. */
  readonly why: string | undefined
  readonly message: string
}

const tryGuard = async (
  copy: Copy,
  guard: Guard,
  items: readonly number[],
  usable: ReadonlySet<string>,
): Promise<Verdict> => {
  const own = unique(items.flatMap((item) => proofsOf(guard, item))).filter((one) => usable.has(keyOf(one)))
  if (own.length === 0) return { seen: [], why: 'none of its tests passes with the guard', message: '' }
  const { endings, trouble } = await withoutGuard(copy.folder, guard, async () => {
    const outcome = await runProofs(copy, own)
    if (changesOf(guard).some(({ file }) => file.startsWith('apps/server/migrations/')))
      await dropTemplate(copy)
    return outcome
  })
  const failed = own.filter((one) => endings.get(keyOf(one))?.ending === 'asserted').map(keyOf)
  const broke = own.map((one) => endings.get(keyOf(one))).find((one) => one?.ending === 'broke')
  const missing = items.filter((item) => !proofsOf(guard, item).some((one) => failed.includes(keyOf(one))))
  const message = endings.get(failed[0] ?? '')?.message ?? ''
  if (missing.length === 0) return { seen: failed, why: undefined, message }
  const rest = endings.size === 0 ? trouble || 'no test ran' : (broke?.message ?? trouble)
  const how = rest ? `; what went wrong is no assertion: ${rest}` : ''
  return { seen: failed, why: `nobody notices for ${missing.join(', ')}${how}`, message }
}

const main = async (folder: string, databaseUrl: string, chosen: readonly number[]): Promise<boolean> => {
  const began = performance.now()
  const temporary = path.join(folder, 'tmp')
  mkdirSync(temporary)
  // PostgreSQL, which does not run as root, must be able to pass.
  chmodSync(temporary, 0o1777)
  const copy: Copy = {
    folder: path.join(folder, 'project'),
    databaseUrl,
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl, TMPDIR: temporary, FORCE_COLOR: '0' },
    limit: perRun,
    signal: interrupt.signal,
  }
  copyProject(copy.folder)
  const itemsOf = ({ items }: Guard): readonly number[] =>
    chosen.length === 0 ? items : items.filter((item) => chosen.includes(item))
  const wanted = guards.filter((guard) => itemsOf(guard).length > 0)
  const all = unique(wanted.flatMap((guard) => itemsOf(guard).flatMap((item) => proofsOf(guard, item))))
  console.log(`${wanted.length} guards, ${all.length} tests; first with every guard in its place`)
  const usable = await runControl(copy, all)
  console.log(`${usable.size} of ${all.length} pass: ${seconds(began)}`)
  const seen = new Set<string>()
  let noticed = 0
  for (const guard of wanted) {
    if (interrupt.signal.aborted) return false
    const start = performance.now()
    const items = itemsOf(guard)
    const verdict = await tryGuard(copy, guard, items, usable).catch(
      (error: Error): Verdict => ({ seen: [], why: error.message, message: '' }),
    )
    if (interrupt.signal.aborted) return false
    for (const one of verdict.seen) seen.add(one)
    if (verdict.why === undefined) noticed++
    say(
      verdict.why === undefined,
      `${items.join(', ')}: ${guard.guard} (${seconds(start)}): ${verdict.why ?? verdict.message}`,
    )
  }
  for (const proof of all)
    if (!seen.has(keyOf(proof))) console.log(`Not seen to fail: ${proof.file}: ${proof.title}`)
  console.log(
    `${wanted.length} guards taken out, ${noticed} noticed, ${seen.size} of ${all.length} tests seen to fail: ${seconds(began)}`,
  )
  return noticed === wanted.length && usable.size === all.length && wanted.length > 0
}

const chosen = process.argv.slice(2).map(Number)
if (chosen.some((item) => !Number.isInteger(item))) {
  console.error('Use: npm run guards -- [item of the ledger] …')
  process.exit(1)
}
const folder = mkdtempSync(path.join(tmpdir(), 'wellkept-guards-'))
chmodSync(folder, 0o755)
try {
  const database = await openDatabase(folder)
  try {
    process.exitCode = (await main(folder, database.url, chosen)) ? 0 : 1
  } finally {
    await database.close()
  }
} finally {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
