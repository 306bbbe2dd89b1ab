/**
 * Import directions (ARCHITECTURE, "Import direction"). Reads import statements as text, so it is a check, not a
 * proof.
 * contracts ← client ← apps → ui
 * contracts ← platform ← modules ← build.ts ← main.ts
 */
import path from 'node:path'

export interface SourceFile {
  /** from the project root, with `/` */
  readonly path: string
  readonly text: string
}

export interface Violation {
  readonly file: string
  readonly line: number
  readonly imported: string
  readonly reason: string
}

interface Import {
  readonly line: number
  readonly specifier: string
  readonly typeOnly: boolean
}

const statement =
  /^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

export const importsOf = (text: string): Import[] =>
  [...text.matchAll(statement)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    specifier: match[2] ?? match[3] ?? '',
    typeOnly: match[1] !== undefined,
  }))

const aliases: readonly [string, string][] = [
  ['#contracts/', 'packages/contracts/src/'],
  ['#client/', 'packages/client/src/'],
  ['#ui/', 'packages/ui/src/'],
  ['#i18n/', 'packages/i18n/src/'],
  ['#offline/', 'packages/offline/src/'],
  ['#pwa/', 'packages/pwa/src/'],
  ['#field-kit/', 'packages/field-kit/src/'],
  ['#desk-kit/', 'packages/desk-kit/src/'],
  ['#server/', 'apps/server/src/'],
  ['#test/', 'apps/server/test/'],
  ['#visitor/', 'apps/visitor/src/'],
]

/** The imported file from the project root; undefined for a package or a Node module. */
export const resolveImport = (from: string, specifier: string): string | undefined => {
  for (const [alias, folder] of aliases)
    if (specifier.startsWith(alias)) return folder + specifier.slice(alias.length)
  if (!specifier.startsWith('.')) return undefined
  return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier))
}

const floors = new Set(['places', 'scout', 'slack'])

/** The area of a file: a package, an app, the platform, or one module of the server. */
export const areaOf = (file: string): string => {
  const module = /^apps\/server\/src\/modules\/([^/]+)\/([^/]+)/.exec(file)
  if (module) return floors.has(module[1] ?? '') ? `module ${module[1]}/${module[2]}` : `module ${module[1]}`
  if (file.startsWith('apps/server/src/platform/')) return 'platform'
  if (file.startsWith('apps/server/')) return 'composition'
  const place = /^(packages|apps)\/([^/]+)\//.exec(file)
  return place ? `${place[1] === 'apps' ? 'app' : 'package'} ${place[2]}` : 'tools'
}

/** Parts of packages and apps that run on the server or in the build instead of a browser. */
const runsOnNode = /\/(build|vite[^/]*|slim-contracts|policy)\.ts$/

export const isTest = (file: string): boolean =>
  /\.test\.tsx?$|^apps\/server\/test\/|\/test\/|\/testing\//.test(file)

const allowedRooms: readonly [RegExp, readonly RegExp[]][] = [
  [/^package contracts$/, []],
  [/^package client$/, [/^package contracts$/]],
  [/^package sdk$/, [/^package (contracts|client)$/]],
  [/^package i18n$/, [/^package contracts$/]],
  [/^package offline$/, [/^package (contracts|client)$/]],
  [/^package ui$/, [/^package (contracts|i18n)$/]],
  [/^package pwa$/, [/^package (contracts|client|i18n)$/]],
  [/^package field-kit$/, [/^package (contracts|client|ui|i18n|offline|pwa)$/]],
  [/^package desk-kit$/, [/^package (contracts|client|ui|i18n|pwa)$/]],
  [/^app /, [/^package /]],
  [/^platform$/, [/^package (contracts|i18n)$/]],
  [/^module /, [/^package (contracts|i18n)$/, /^platform$/, /^module /]],
]

const judge = (file: string, found: Import): string | undefined => {
  const room = areaOf(file)
  const target = resolveImport(file, found.specifier)
  if (target === undefined) {
    if (room === 'package contracts' && found.specifier !== 'typebox')
      return 'contracts import typebox and themselves, nothing else: they run in a browser'
    if (
      /^(app |package (client|sdk|ui|i18n|offline|pwa|field-kit|desk-kit)$)/.test(room) &&
      found.specifier.startsWith('node:') &&
      !runsOnNode.test(file)
    ) {
      return 'this runs in a browser, which has no modules of Node'
    }
    return undefined
  }
  const targetRoom = areaOf(target)
  if (targetRoom === room) return undefined
  const rule = allowedRooms.find(([who]) => who.test(room))
  if (!rule) return undefined
  // PDF reports draw the same charts as the screens.
  if (target.startsWith('packages/ui/src/charts/') && room.startsWith('module ')) return undefined
  if (target.startsWith('apps/visitor/src/') && room === 'module pages' && found.typeOnly) return undefined
  if (!rule[1].some((allowed) => allowed.test(targetRoom))) return `${room} must not know ${targetRoom}`
  if (targetRoom.startsWith('module ') && !target.endsWith('/public.ts'))
    return 'a module enters another only through its public.ts'
  return undefined
}

/** Areas of the server that import each other in a cycle, as `a → b → a`. */
export const findCycles = (files: readonly SourceFile[]): string[] => {
  const graph = new Map<string, Set<string>>()
  for (const { path: file, text } of files) {
    if (isTest(file) || !areaOf(file).startsWith('module ')) continue
    for (const found of importsOf(text)) {
      const target = resolveImport(file, found.specifier)
      if (target === undefined || found.typeOnly) continue
      const [from, to] = [areaOf(file), areaOf(target)]
      if (from !== to && to.startsWith('module ')) graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
  }
  const cycles = new Set<string>()
  const done = new Set<string>()
  const walk = (room: string, trail: readonly string[]): void => {
    const at = trail.indexOf(room)
    if (at !== -1) {
      cycles.add([...trail.slice(at), room].join(' → '))
      return
    }
    if (done.has(room)) return
    for (const next of graph.get(room) ?? []) walk(next, [...trail, room])
    done.add(room)
  }
  for (const room of graph.keys()) walk(room, [])
  return [...cycles]
}

export const findViolations = (files: readonly SourceFile[]): Violation[] =>
  files
    .filter(({ path: file }) => !isTest(file))
    .flatMap(({ path: file, text }) =>
      importsOf(text).flatMap((found) => {
        const reason = judge(file, found)
        return reason ? [{ file, line: found.line, imported: found.specifier, reason }] : []
      }),
    )
