/** Which test files a run takes. */
import { globSync, readFileSync } from 'node:fs'

export interface Selection {
  /** Parts of paths; empty: all. */
  readonly filters: readonly string[]
  /** Only what speaks to the database through the server. */
  readonly apiOnly: boolean
}

export class UnknownOption extends Error {}

/** @throws UnknownOption */
export const parseArguments = (args: readonly string[]): Selection => {
  const unknown = args.filter((word) => word.startsWith('-') && word !== '--api-only')
  if (unknown.length > 0) {
    throw new UnknownOption(
      `Unknown option ${unknown.join(', ')}. Use: npm test -- [--api-only] [part of a file's path] …`,
    )
  }
  return { filters: args.filter((word) => !word.startsWith('-')), apiOnly: args.includes('--api-only') }
}

const find = (patterns: string[], { filters }: Selection): string[] =>
  globSync(patterns, { exclude: (path) => /(^|\/)node_modules(\/|$)|^(dist|data)\//.test(path) })
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
    .sort()

/** Whether a test speaks to a database; the others give the same answer on every one. */
const needsDatabase = (path: string): boolean =>
  /startTestServer|createTestDatabase|startService|openTestStage|test-s(so|tores)\.ts|TEST_DATABASE_URL/.test(
    readFileSync(path, 'utf8'),
  )

/** Unit and API tests; several files at a time. */
export const unitFiles = (selection: Selection): string[] =>
  selection.apiOnly
    ? find(['apps/server/**/*.test.ts', 'seeds/**/*.test.ts'], selection).filter(
        (path) => !path.includes('platform/db/embedded/') && needsDatabase(path),
      )
    : find(
        ['apps', 'packages', 'seeds', 'scripts'].map((folder) => `${folder}/**/*.test.ts`),
        selection,
      )

/** Journeys in a browser; one file at a time. */
export const browserFiles = (selection: Selection): string[] =>
  selection.apiOnly ? [] : find(['e2e/**/*.test.ts'], selection)
