/** Builds the scout's app into dist/scout. */
import { fileURLToPath } from 'node:url'
import { buildPhoneApp } from '#pwa/build.ts'
import { scout } from '#pwa/phone-apps.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export const buildScout = (directory: string = here('../../dist/scout/')): Promise<void> =>
  buildPhoneApp(scout, { source: here('src/'), page: 'scout' }, 'Wellkept Scout', directory)

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildScout()
