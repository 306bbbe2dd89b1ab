/** Builds the desk app into dist/desk: index.html, offline.html and hashed assets under /app/, and the service worker sw.js. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { slimContracts } from '#client/slim-contracts.ts'
import { compiledMessages } from '#i18n/vite-messages.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const target = here('../../dist/desk')

const common: InlineConfig = {
  configFile: false,
  root: here('.'),
  base: '/app/',
  logLevel: 'warn',
  envDir: false,
  publicDir: false,
}

/** The service worker knows what the page for the moments without a connection loads. */
const buildWorker = async (directory: string): Promise<void> => {
  const page = await readFile(join(directory, 'offline.html'), 'utf8')
  const shell = [...page.matchAll(/(?:src|href)="(\/app\/[^"]+)"/g)].map(([, address]) => address ?? '')
  const version = createHash('sha256').update(page).digest('hex').slice(0, 12)
  await build({
    ...common,
    define: { SHELL: JSON.stringify(shell), VERSION: JSON.stringify(version) },
    build: {
      outDir: directory,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: here('src/offline/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}

/** The app, then the page for the moments without a connection: each alone, so that neither waits for the other's code. */
const buildPage = async (directory: string, name: 'index' | 'offline'): Promise<Rolldown.OutputChunk[]> => {
  const result = await build({
    ...common,
    plugins: [slimContracts({ inputs: true }), compiledMessages()],
    build: {
      outDir: directory,
      emptyOutDir: name === 'index',
      target: 'es2022',
      assetsInlineLimit: 0,
      // The inline script of the default polyfill would be against the page's policy.
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        input: here(`${name}.html`),
        // What is loaded at once is one piece: parted by which screens use it too, it was eighty, and larger.
        output: {
          codeSplitting: {
            groups: [{ name: 'frame', tags: ['$initial'], test: (id) => !id.endsWith('.html') }],
          },
        },
        // The kit marks its files for server components; here everything is the client.
        onwarn: (warning, warn) => {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
        },
      },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  return outputs
    .flatMap((part) => ('output' in part ? part.output : []))
    .filter((file) => file.type === 'chunk')
}

/** Builds into `directory`, by default dist/desk. @returns the pieces of code that were made */
export const buildDesk = async (directory: string = target): Promise<readonly Rolldown.OutputChunk[]> => {
  const pieces = [...(await buildPage(directory, 'index')), ...(await buildPage(directory, 'offline'))]
  await buildWorker(directory)
  return pieces
}

if (import.meta.main) await buildDesk()
