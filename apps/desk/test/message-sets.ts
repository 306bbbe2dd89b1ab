/** The screens with their files, and the message sets with theirs. */
import { globSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { screens } from '../src/screens.ts'

export const source = fileURLToPath(new URL('../src', import.meta.url))
export const kit = fileURLToPath(new URL('../../../packages/desk-kit/src', import.meta.url))

/** Message folders of the app and of the kit, relative to the sources of the app. */
export const textFolders = [
  ...globSync('**/messages', { cwd: source }),
  ...globSync('**/messages', { cwd: kit }).map((folder) => relative(source, join(kit, folder))),
]

/** Each message set with its folder. */
const sets = await Promise.all(
  textFolders.map(async (folder) => {
    const place = dirname(folder)
    const [set] = Object.values(await import(join(source, place, 'messages.ts')))
    return { place, set }
  }),
)

export interface Loaded {
  readonly name: string
  /** relative to the sources */
  readonly code: string
  /** folders of the message sets that it names */
  readonly places: readonly string[]
}

export const loadedScreens: readonly Loaded[] = Object.entries(screens).map(([name, screen]) => ({
  name,
  code: /import\('\.\.?\/(.*)'\)/.exec(String(screen.load))?.[1] ?? '',
  places: sets.filter(({ set }) => screen.messages.some((one) => one === set)).map(({ place }) => place),
}))
