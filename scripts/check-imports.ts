/** Checks import directions, writers of tables, file sizes and barrel files of the whole project. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findDeskCycles, findDeskViolations } from './desk-layers.ts'
import { findCycles, findViolations, importsOf } from './import-rules.ts'
import { findForeignWrites, tablesIn } from './table-rules.ts'

const root = path.resolve(import.meta.dirname, '..')
const tables = 'apps/server/src/platform/db/tables.ts'
const generated = new Set([tables])
const maxLines = 400

const read = (patterns: readonly string[]): { path: string; text: string }[] =>
  globSync([...patterns], {
    cwd: root,
    exclude: (name) => /node_modules|dist/.test(name),
  }).map((name) => ({
    path: name.replaceAll(path.sep, '/'),
    text: readFileSync(path.join(root, name), 'utf8'),
  }))

const files = read([
  'packages/*/src/**/*.{ts,tsx}',
  'packages/*/*.ts',
  'apps/**/*.{ts,tsx}',
  'seeds/*.ts',
  'scripts/*.{ts,mjs}',
  'e2e/**/*.ts',
  'bench/*.ts',
])
const looks = read(['{apps,packages}/*/src/**/*.css'])

const faults = [
  ...[...findViolations(files), ...findDeskViolations(files)].map(
    ({ file, line, imported, reason }) => `${file}:${line}  imports ${imported}: ${reason}`,
  ),
  ...findForeignWrites(files, tablesIn(readFileSync(path.join(root, tables), 'utf8'))),
  ...findCycles(files).map((cycle) => `modules in a circle: ${cycle}`),
  ...findDeskCycles(files).map((cycle) => `folders of the desk in a circle: ${cycle}`),
  ...[...files, ...looks]
    .filter(({ path: file, text }) => text.split('\n').length > maxLines + 1 && !generated.has(file))
    .map(({ path: file }) => `${file}  has more than ${maxLines} lines`),
  ...files
    .filter(
      ({ path: file, text }) =>
        /\/index\.tsx?$/.test(file) && importsOf(text).length > 0 && !/\b(const|function|let)\b/.test(text),
    )
    .map(({ path: file }) => `${file}  is a barrel: import the file itself`),
  ...files
    .filter(
      ({ path: file, text }) =>
        /\/modules\/.*\/public\.ts$/.test(file) &&
        /^(export )?(async )?(const|function|let|class) /m.test(text),
    )
    .map(({ path: file }) => `${file}  implements something: a public.ts only exports`),
]
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.stdout.write(`${files.length} files, ${faults.length} faults of structure\n`)
process.exitCode = faults.length > 0 ? 1 : 0
