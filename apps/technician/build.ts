/** Builds the technician's app into dist/technician. */
import { fileURLToPath } from 'node:url'
import { buildPhoneApp } from '#pwa/build.ts'
import { technician } from '#pwa/phone-apps.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export const buildTechnician = (directory: string = here('../../dist/technician/')): Promise<void> =>
  buildPhoneApp(technician, { source: here('src/'), page: 'work' }, 'Wellkept', directory)

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildTechnician()
