/** Selects test files and groups them into processes. */
import { globSync, readFileSync, statSync } from 'node:fs'

/**
 * `all`: everything but long tests. `api`: without pages and browsers. `external`: tests whose result may depend on
 * the PostgreSQL or Redis. `long`: many rounds.
 */
export type Pass = 'all' | 'api' | 'external' | 'long'

export interface Selection {
  /** parts of paths; empty: all */
  readonly filters: readonly string[]
  readonly pass: Pass
}

export class UnknownOption extends Error {}

const passes: ReadonlyMap<string, Pass> = new Map([
  ['--api-only', 'api'],
  ['--external', 'external'],
  ['--long', 'long'],
])

/** @throws UnknownOption */
export const parseArguments = (args: readonly string[]): Selection => {
  const options = args.filter((word) => word.startsWith('-'))
  const unknown = options.filter((word) => !passes.has(word))
  if (unknown.length > 0 || options.length > 1) {
    throw new UnknownOption(
      `Unknown option ${options.join(' ')}. Use: npm test -- [--api-only | --external | --long] [part of a file's path] …`,
    )
  }
  return {
    filters: args.filter((word) => !word.startsWith('-')),
    pass: passes.get(options[0] ?? '') ?? 'all',
  }
}

const isLong = (path: string): boolean => path.endsWith('.long.test.ts')

const find = (patterns: string[], { filters }: Selection): string[] =>
  globSync(patterns, { exclude: (path) => /(^|\/)node_modules(\/|$)|^(dist|data)\//.test(path) })
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
    .sort()

/**
 * A mark in the head comment of a test file. `@external`: the result may depend on the stores. `@alone`: needs its
 * own process, since it or other tests change the process. `@service-heap`: the same, with the memory settings of the
 * service, since it measures how long the event loop is blocked, garbage collection included.
 */
type Mark = '@external' | '@alone' | '@service-heap'

export const hasMark = (path: string, mark: Mark): boolean => {
  const text = readFileSync(path, 'utf8')
  return text.startsWith('/**') && text.slice(0, text.indexOf('*/')).includes(mark)
}

/** Whether it runs more rounds in a long run. */
const hasRounds = (path: string): boolean => /\brounds\(/.test(readFileSync(path, 'utf8'))

/** Unit and API tests. */
export const unitFiles = (selection: Selection): string[] => {
  const files = find(
    ['apps', 'packages', 'seeds', 'scripts'].map((folder) => `${folder}/**/*.test.ts`),
    selection,
  )
  const { pass } = selection
  switch (pass) {
    case 'all':
      return files.filter((path) => !isLong(path))
    case 'api':
      return files.filter((path) => /^(apps\/server|seeds)\//.test(path) && !isLong(path))
    case 'external':
      return files.filter((path) => hasMark(path, '@external') && !isLong(path))
    case 'long':
      return files.filter((path) => isLong(path) || hasRounds(path))
    default:
      return pass satisfies never
  }
}

/** Browser tests. */
export const browserFiles = (selection: Selection): string[] => {
  if (selection.pass !== 'all' && selection.pass !== 'long') return []
  const files = find(['e2e/**/*.test.ts'], selection)
  return files.filter((path) => (selection.pass === 'all' ? !isLong(path) : isLong(path) || hasRounds(path)))
}

/**
 * Folders whose tests share a process: a module, the platform, a folder of the server's tests, an app, the pages
 * without a service, or the rest.
 */
const room =
  /^apps\/server\/(?:src\/modules\/[^/]+|src\/[^/]+|test\/[^/]+(?=\/)|test)|^apps\/[^/]+|^e2e\/page|^[^/]+/

export interface Group {
  readonly name: string
  readonly files: readonly string[]
}

const sizeOf = (files: readonly string[]): number => files.reduce((sum, path) => sum + statSync(path).size, 0)

/** Splits the files into groups of similar size. */
const spread = (name: string, files: readonly string[], many: number): Group[] => {
  const parts = Array.from({ length: many }, (): string[] => [])
  for (const file of files.toSorted((a, b) => sizeOf([b]) - sizeOf([a])))
    parts.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0]?.push(file)
  return parts
    .filter((part) => part.length > 0)
    .map((part, index) => ({ name: `${name} ${index + 1}`, files: part }))
}

/**
 * Files of one folder run in one process; browser tests, which take as long as all others, in six. Groups that test
 * every endpoint or need their own process start first, then the largest, so that no long one is left at the end.
 */
export const groupsOf = (files: readonly string[]): Group[] => {
  const byRoom = Map.groupBy(files, (path) =>
    hasMark(path, '@alone') || hasMark(path, '@service-heap') ? path : (room.exec(path)?.[0] ?? path),
  )
  const isLongest = ({ name }: Group): number => Number(/^apps\/server\/test|\.test\.ts$/.test(name))
  return [...byRoom]
    .flatMap(([name, files]) => (name === 'e2e' ? spread(name, files, 6) : [{ name, files }]))
    .sort((a, b) => isLongest(b) - isLongest(a) || sizeOf(b.files) - sizeOf(a.files))
}

/** Alternates the two lists, so that browser tests, which wait a lot, run beside others. */
export const byTurns = (some: readonly Group[], others: readonly Group[]): Group[] =>
  Array.from({ length: Math.max(some.length, others.length) }, (_, at) => [
    ...some.slice(at, at + 1),
    ...others.slice(at, at + 1),
  ]).flat()
