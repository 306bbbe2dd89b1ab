/** Builds the arena app into dist/arena. */
import { fileURLToPath } from 'node:url'
import { buildPhoneApp } from '#pwa/build.ts'
import { arena } from '#pwa/phone-apps.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export const buildArena = (directory: string = here('../../dist/arena/')): Promise<void> =>
  buildPhoneApp(arena, { source: here('src/'), page: 'arena' }, 'Arena', directory)

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildArena()
