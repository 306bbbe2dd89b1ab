/** Builds the arena's wall into dist/wall. */
import { fileURLToPath } from 'node:url'
import { buildPhoneApp } from '#pwa/build.ts'
import { arenaWall } from '#pwa/phone-apps.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export const buildWall = (directory: string = here('../../dist/wall/')): Promise<void> =>
  buildPhoneApp(arenaWall, { source: here('src/'), page: 'wall' }, 'Wellkept wall', directory)

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWall()
