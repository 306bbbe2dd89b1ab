/**
 * `npm run guards -- [item or name …]`: in a copy of the project, removes one guard after the other and expects one
 * of its tests to fail by an assertion; at the end these tests must pass with all guards.
 */
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { type Guard, guards } from '#test/hostile/guards.ts'
import { partly, proofs } from '#test/hostile/ledger.ts'
import type { Proof } from '#test/hostile/proof.ts'
import { type Copy, runProofs } from './proof-run.ts'

const root = path.dirname(import.meta.dirname)
const isMark = /^\s*\/\/ guard: (.+)$/

/** Removes the marked statement: its line, deeper indented lines, and its closing line. */
const takeOut = (text: string, mark: number, out: Guard['out']): string => {
  const lines = text.split('\n')
  const from = lines.findIndex((line, index) => index > mark && !isMark.test(line))
  const indent = (line: string): number => line.search(/\S/)
  const own = indent(lines[from] ?? '')
  const isPart = (line: string): boolean => indent(line) > own || /^[)\]}]/.test(line.slice(own))
  const to = lines.findIndex((line, index) => index > from && !isPart(line))
  const before = lines.slice(from, to).join('\n')
  const after = out ? before.replace(...out) : ''
  if (after === before) throw new Error(`the marked statement has no ${out?.[0]}`)
  return [...lines.slice(0, from), after, ...lines.slice(to)].join('\n')
}

/** A file with and without the guard; its path is relative to the project root. */
type Marked = { readonly file: string; readonly text: string; readonly without: string }

/** @throws Error if marks and guards do not match, before anything runs */
const findMarks = (): Map<string, Marked> => {
  const marks = new Map<string, Marked>()
  for (const file of fs.globSync('{apps/server,packages/contracts}/src/**/*.ts', { cwd: root })) {
    const text = fs.readFileSync(path.join(root, file), 'utf8')
    for (const [line, words] of text.split('\n').entries()) {
      const name = isMark.exec(words)?.[1]
      if (name === undefined) continue
      const guard = guards[name]
      if (!guard || marks.has(name)) throw new Error(`${file}: ${name} is marked twice, or not in guards.ts`)
      marks.set(name, { file, text, without: takeOut(text, line, guard.out) })
    }
  }
  for (const [name, { out, sql }] of Object.entries(guards))
    if (!marks.has(name) && (out || !sql)) throw new Error(`${name} is in guards.ts, but marked nowhere`)
  return marks
}

const marks = findMarks()

/** Removes the guard, runs `work`, and restores the file. */
const withoutGuard = async <T>(project: string, name: string, work: () => Promise<T>): Promise<T> => {
  const mark = marks.get(name)
  const sql = guards[name]?.sql
  // Sorts after all migrations; with it the tests create their own template database.
  const migration = path.join(project, 'apps/server/migrations/9999-guard.sql')
  try {
    if (mark) fs.writeFileSync(path.join(project, mark.file), mark.without)
    if (sql) fs.writeFileSync(migration, sql)
    return await work()
  } finally {
    if (mark) fs.writeFileSync(path.join(project, mark.file), mark.text)
    fs.rmSync(migration, { force: true })
  }
}

/** Runs the tests of its items, file by file, until one test of each item has failed. */
const tryGuard = async (copy: Copy, name: string) => {
  const noticed: Proof[] = []
  let missed = [...(guards[name]?.items ?? [])]
  let said = ''
  const proofsOf = (item: number): readonly Proof[] => proofs[item] ?? partly[item] ?? []
  for (const [, own] of Map.groupBy(missed.flatMap(proofsOf), ({ file }) => file)) {
    if (!missed.some((item) => own.some((proof) => proofsOf(item).includes(proof)))) continue
    const found = await runProofs(copy, own)
    noticed.push(...own.filter((proof) => found.get(proof)?.ending === 'asserted'))
    missed = missed.filter((item) => !proofsOf(item).some((proof) => noticed.includes(proof)))
    said = [...found.values()].find(({ ending }) => ending !== 'passed')?.message ?? said
  }
  return { noticed, missed, said }
}

const copyProject = (folder: string): void => {
  const left = /^(\.git|\.cache|data|fonts-cache|shared|(.*\/)?node_modules)$/
  const filter = (source: string): boolean => !left.test(path.relative(root, source))
  fs.cpSync(root, folder, { recursive: true, filter })
  fs.symlinkSync(fs.realpathSync(path.join(root, 'node_modules')), path.join(folder, 'node_modules'))
}

const prove = async (copy: Copy, names: readonly string[]): Promise<boolean> => {
  const began = performance.now()
  const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`
  const used = new Set<Proof>()
  let count = 0
  for (const name of names) {
    if (copy.signal.aborted) return false
    const start = performance.now()
    const { noticed, missed, said } = await withoutGuard(copy.folder, name, () => tryGuard(copy, name))
    for (const proof of noticed) used.add(proof)
    if (missed.length === 0) count++
    const verdict = missed.length === 0 ? '✔' : `✘ nobody notices for ${missed.join(', ')}:`
    console.log(`${verdict} ${name} (${seconds(start)}): ${said}`)
  }
  const asTheyAre = await runProofs(copy, [...used])
  const failed = [...used].filter((proof) => asTheyAre.get(proof)?.ending !== 'passed')
  for (const { file, title } of failed)
    console.log(`✘ fails with every guard in its place: ${file}: ${title}`)
  console.log(`${names.length} guards taken out, ${count} noticed, by ${used.size} tests: ${seconds(began)}`)
  return count === names.length && failed.length === 0
}

const words = process.argv.slice(2)
const isWanted = (name: string): boolean =>
  words.length === 0 || words.some((word) => word === name || guards[name]?.items.includes(Number(word)))
const names = Object.keys(guards).filter(isWanted)
if (names.length === 0) throw new Error('Use: npm run guards -- [item of the ledger, or name of a guard] …')
const interrupt = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupt.abort())
const folder = fs.mkdtempSync(path.join(tmpdir(), 'wellkept-guards-'))
const [project, temporary] = [path.join(folder, 'project'), path.join(folder, 'tmp')]
try {
  copyProject(project)
  fs.mkdirSync(temporary)
  // PostgreSQL does not run as root and must be able to enter.
  fs.chmodSync(folder, 0o755)
  fs.chmodSync(temporary, 0o1777)
  const { superuserUrl, stop } = await startEmbedded({ dataDir: path.join(folder, 'data'), log: () => {} })
  const env = { ...process.env, TEST_DATABASE_URL: superuserUrl, TMPDIR: temporary, FORCE_COLOR: '0' }
  const copy: Copy = { folder: project, env, signal: interrupt.signal }
  process.exitCode = (await prove(copy, names).finally(stop)) ? 0 : 1
} finally {
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
