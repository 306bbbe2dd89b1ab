/**
 * Layers of the desk, lowest first. A file imports its own folder and the layers below:
 *
 *   styles, lib ← parts ← form, find, list, charts ← shell ← features ← screens ← router
 *
 * Features are all other folders. Types count like code.
 */
import { importsOf, isTest, resolveImport, type SourceFile, type Violation } from './import-rules.ts'

/** The kit has the layers up to `shell`; the app has the rest. */
const sources = ['apps/desk/src/', 'apps/platform/src/', 'packages/desk-kit/src/']

const isOfDesk = (file: string): boolean => sources.some((source) => file.startsWith(source))

/** The path below its source folder. */
const inside = (file: string): string =>
  file.slice(sources.find((source) => file.startsWith(source))?.length ?? 0)

const below: readonly (readonly string[])[] = [
  ['styles', 'lib'],
  ['parts'],
  ['form', 'find', 'list', 'charts'],
  ['shell'],
]
const features = below.length
const above: readonly (readonly string[])[] = [['screens'], ['router'], ['main', 'offline']]

/** What a folder may import of its own layer. These pairs form no circle; `findDeskCycles` checks it. */
const neighbours: Readonly<Record<string, readonly string[]>> = {
  list: ['form', 'find'],
  admin: ['connections', 'tasks'],
  commands: ['tasks'],
  'facility-figures': ['export', 'figures'],
  feedback: ['export', 'first-use', 'reply'],
  figures: ['feedback', 'tasks'],
  frame: ['commands', 'session'],
  profile: ['connections', 'frame'],
  scout: ['admin'],
  sharing: ['admin', 'figures'],
  system: ['tenants'],
  tasks: ['export', 'reply'],
  today: ['admin', 'figures', 'first-use', 'reply', 'tasks'],
  'view-alerts': ['feedback', 'tasks'],
  wizard: ['admin'],
}

/** `packages/desk-kit/src/lib/api.ts` → `lib`, `apps/desk/src/screens.ts` → `screens` */
const folderOf = (file: string): string => inside(file).split(/[/.]/, 1)[0] ?? ''

const layerOf = (folder: string): number => {
  const low = below.findIndex((layer) => layer.includes(folder))
  if (low !== -1) return low
  const high = above.findIndex((layer) => layer.includes(folder))
  return high === -1 ? features : features + 1 + high
}

const deskImports = (files: readonly SourceFile[]) =>
  files
    .filter(({ path }) => isOfDesk(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      importsOf(text).flatMap((found) => {
        const target = resolveImport(path, found.specifier)
        return target && isOfDesk(target) ? [{ path, target, found }] : []
      }),
    )

/** Imports of a layer above, or of a neighbour that is not listed. */
export const findDeskViolations = (files: readonly SourceFile[]): Violation[] =>
  deskImports(files).flatMap(({ path, target, found }) => {
    const [from, to] = [folderOf(path), folderOf(target)]
    const step = layerOf(to) - layerOf(from)
    if (from === to || step < 0 || (step === 0 && neighbours[from]?.includes(to))) return []
    const reason =
      step > 0
        ? `${from} is a layer below ${to} and must not know it`
        : `${from} and ${to} are of one layer; what may be imported there is listed in scripts/desk-layers.ts`
    return [{ file: path, line: found.line, imported: found.specifier, reason }]
  })

/** The folder of a file below the sources, without that of its texts: `admin/qr`, `today/actions`, `lib`. */
const placeOf = (file: string): string =>
  inside(file)
    .split('/')
    .slice(0, -1)
    .filter((part) => part !== 'messages')
    .join('/')

/** Folders that import each other in a circle, as `a → b → a`. */
export const findDeskCycles = (files: readonly SourceFile[]): string[] => {
  const graph = new Map<string, Set<string>>()
  for (const { path, target } of deskImports(files)) {
    const [from, to] = [placeOf(path), placeOf(target)]
    if (from !== to && from && to) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  }
  const cycles = new Set<string>()
  const done = new Set<string>()
  const walk = (folder: string, trail: readonly string[]): void => {
    const at = trail.indexOf(folder)
    if (at !== -1) {
      cycles.add([...trail.slice(at), folder].join(' → '))
      return
    }
    if (done.has(folder)) return
    for (const next of graph.get(folder) ?? []) walk(next, [...trail, folder])
    done.add(folder)
  }
  for (const folder of graph.keys()) walk(folder, [])
  return [...cycles]
}
