/** Size of the first load of each screen. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { deskLanguages } from '#desk-kit/lib/messages.ts'
import { buildDesk } from '../build.ts'
import { loadedScreens } from './message-sets.ts'

/** Gzipped bytes, in the larger language. */
const budgets = {
  /**
   * Code, styles and texts of the frame: 241,500 in November 2026. Each further screen adds some 300, for its name
   * and contract; the offline cache takes 2,000.
   */
  frame: 243_500,
  /** what a screen loads besides the frame */
  screen: 15_000,
}

/** Screens that may load more, because of their fields, dialogs and charts: 2 % above November 2026. */
const larger: Readonly<Record<string, number>> = {
  // includes action buttons in its rows and charts; forms load on the first press
  today: 27_200,
  // its dialogs must not wait for the network when a key is pressed
  feedback: 29_500,
  submission: 29_500,
  tasks: 33_500,
  task: 41_500,
  figures: 35_200,
  ranking: 28_300,
  amenityFigures: 33_800,
  buildingFigures: 31_500,
  workFigures: 22_600,
  sla: 22_900,
  amenities: 35_100,
  amenity: 24_900,
  qrCodes: 29_300,
  qrStudio: 28_800,
  rules: 18_800,
  routing: 38_300,
  operators: 31_250,
  operator: 39_600,
  shifts: 22_800,
  slaPolicies: 22_500,
  escalation: 26_100,
  team: 23_100,
  sso: 25_300,
  settings: 29_300,
  // the searchable list of time zones takes some 4,000
  building: 19_300,
  profile: 19_300,
  shareLinks: 30_600,
  shareLink: 34_000,
  mailings: 29_500,
  grant: 28_200,
  // fields, hours, a grid and counts
  wizard: 27_600,
}

let directory = ''
let pieces: Awaited<ReturnType<typeof buildDesk>> = []
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'desk-'))
  pieces = await buildDesk(directory)
})
after(() => rm(directory, { recursive: true, force: true }))

/** The chunk whose entry is this module. */
const pieceOf = (path: string): (typeof pieces)[number] => {
  const piece = pieces.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path))
  assert.ok(piece, `${path} is a piece of its own`)
  return piece
}

const pieceWith = (path: string): (typeof pieces)[number] => {
  const piece = pieces.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(path)))
  assert.ok(piece, `${path} is in a piece`)
  return piece
}

/** A chunk with everything that loads with it: static imports and styles. */
const withIt = (piece: (typeof pieces)[number], names = new Set<string>()): ReadonlySet<string> => {
  if (names.has(piece.fileName)) return names
  names.add(piece.fileName)
  for (const style of piece.viteMetadata?.importedCss ?? []) names.add(style)
  for (const name of piece.imports) {
    const next = pieces.find(({ fileName }) => fileName === name)
    if (next) withIt(next, names)
  }
  return names
}

const sizeOf = async (names: Iterable<string>): Promise<number> => {
  const files = await Promise.all([...names].map((name) => readFile(join(directory, name))))
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
}

/** Files of the frame: code, styles and shared texts. */
const frameIn = (language: string): ReadonlySet<string> =>
  new Set(
    [
      pieceWith('desk/src/main.tsx'),
      ...[`desk/src/screens/messages/${language}.ts`, `catalogue/names.${language}.ts`].map(pieceOf),
    ].flatMap((piece) => [...withIt(piece)]),
  )

test('the frame of the desk stays within its budget', async () => {
  for (const language of deskLanguages) {
    const size = await sizeOf(frameIn(language))
    assert.ok(size <= budgets.frame, `${size} bytes in ${language}`)
  }
})

test('the first open of each screen loads no more than its budget besides the frame', async () => {
  const faults: string[] = []
  for (const { name, code, places } of loadedScreens) {
    for (const language of deskLanguages) {
      const frame = frameIn(language)
      const paths = [code, ...places.map((place) => `${place}/messages/${language}.ts`)]
      const own = new Set(paths.flatMap((path) => [...withIt(pieceOf(posix.join('apps/desk/src', path)))]))
      const size = await sizeOf(own.difference(frame))
      const most = larger[name] ?? budgets.screen
      if (size > most) faults.push(`${name} in ${language}: ${size} bytes, at most ${most}`)
    }
  }
  assert.deepEqual(faults, [])
})
