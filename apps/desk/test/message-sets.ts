/** The screens with the files of their code, and the sets of words with theirs. */
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { screens } from '../src/screens.ts'

export const source = fileURLToPath(new URL('../src', import.meta.url))

/** Folders of texts, below the sources. */
export const textFolders = globSync('**/messages', { cwd: source })

/** Each set of words with the folder that it stands in, `.` for what all screens share. */
const sets = await Promise.all(
  textFolders.map(async (folder) => {
    const place = dirname(folder)
    const [set] = Object.values(await import(join(source, place, 'messages.ts')))
    return { place, set }
  }),
)

export interface Loaded {
  readonly name: string
  /** below the sources */
  readonly code: string
  /** folders of the words that it names */
  readonly places: readonly string[]
}

/** What is fetched for each screen. */
export const loadedScreens: readonly Loaded[] = Object.entries(screens).map(([name, screen]) => ({
  name,
  code: /import\('\.\.?\/(.*)'\)/.exec(String(screen.load))?.[1] ?? '',
  places: sets.filter(({ set }) => screen.messages.some((one) => one === set)).map(({ place }) => place),
}))
