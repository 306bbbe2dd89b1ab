/** What the first open of each screen loads. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { buildDesk } from '../build.ts'
import { deskLanguages } from '../src/lib/words.ts'
import { loadedScreens } from './word-sets.ts'

/** Bytes in gzip, in the larger language. */
const budgets = {
  /**
   * Code, styles and words of the frame: 229,000 in November 2026. Each screen that is added costs some 300 here: its
   * name and what its contract takes.
   */
  frame: 242_000,
  /** what a screen loads besides */
  screen: 15_000,
}

/** Screens that may load more, with the fields, dialogs and charts that they have: 2 % above November 2026. */
const larger: Readonly<Record<string, number>> = {
  today: 18_500,
  tasks: 24_500,
  task: 34_600,
  workFigures: 19_000,
  sla: 19_700,
  amenities: 33_600,
  amenity: 23_800,
  qrCodes: 28_300,
  qrStudio: 27_600,
  rules: 18_400,
  routing: 36_500,
  operators: 30_400,
  operator: 38_700,
  shifts: 21_500,
  schedules: 37_700,
  slaPolicies: 22_500,
  escalation: 25_500,
  team: 21_200,
  sso: 24_500,
  settings: 20_100,
}

let directory = ''
let pieces: Awaited<ReturnType<typeof buildDesk>> = []
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'desk-'))
  pieces = await buildDesk(directory)
})
after(() => rm(directory, { recursive: true, force: true }))

/** The piece that a module of the sources became. */
const pieceOf = (path: string): (typeof pieces)[number] => {
  const piece = pieces.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path))
  assert.ok(piece, `${path} is a piece of its own`)
  return piece
}

/** A piece with all that comes with it at once: pieces that it imports, and their styles. */
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

/** Files of the frame: its code, styles, and the words that all screens share. */
const frameIn = (language: string): ReadonlySet<string> =>
  new Set(
    ['desk/index.html', `desk/src/messages/${language}.ts`, `catalogue/names.${language}.ts`].flatMap(
      (path) => [...withIt(pieceOf(path))],
    ),
  )

test('the frame of the desk stays within its size', async () => {
  for (const language of deskLanguages) {
    const size = await sizeOf(frameIn(language))
    assert.ok(size <= budgets.frame, `${size} bytes in ${language}`)
  }
})

test('the first open of each screen loads no more than its budget besides the frame', async () => {
  for (const { name, code, places } of loadedScreens) {
    for (const language of deskLanguages) {
      const frame = frameIn(language)
      const paths = [code, ...places.map((place) => `${place}/messages/${language}.ts`)]
      const own = new Set(paths.flatMap((path) => [...withIt(pieceOf(`desk/src/${path}`))]))
      const size = await sizeOf(own.difference(frame))
      const most = larger[name] ?? budgets.screen
      assert.ok(size <= most, `${name} in ${language}: ${size} bytes, at most ${most}`)
    }
  }
})
