/** Builds an app for phones: its page with hashed assets, service worker, manifest and icons. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type BuildOptions, build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { databaseName } from '#client/realm-names.ts'
import { slimContracts } from '#client/slim-contracts.ts'
import { compiledMessages } from '#i18n/vite-messages.ts'
import type { Built, PhoneApp } from './phone-app.ts'
import * as phoneApps from './phone-apps.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const { version: appVersion }: { version: string } = JSON.parse(
  await readFile(here('../../../package.json'), 'utf8'),
)

/** The oldest browsers supported: cheap Android phones of the last five years. */
const browsers = ['chrome91', 'safari15', 'firefox92']

const quiet: InlineConfig = { configFile: false, logLevel: 'warn', envDir: false, publicDir: false }

/** Colour of the page behind the app while it opens, `--bg` of the light theme. */
const background = '#FAF9F6'

/** Lazy parts need no preload: their scripts are loaded or precached already, and they have no style sheet. */
const partsOfPage: Exclude<BuildOptions['modulePreload'], boolean | undefined>['resolveDependencies'] = (
  _page,
  parts,
  { hostType },
) => (hostType === 'html' ? parts : [])

/** Removes Vite's preload helper (800 bytes), which has nothing to preload here. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

export interface Page {
  /** folder of its sources, with a slash at the end */
  readonly source: string
  /** name of its HTML file in `source` without `.html` */
  readonly page: string
  /** address of its built files, with a slash at the end */
  readonly assets: string
}

/** The code that a page loads at its start is one chunk, which compresses better than several. */
const startChunk = (id: string): string | null => (/\/main\.tsx$|\.(html|css)$/.test(id) ? null : 'app')

/** Builds a page that needs a connection, without a service worker. */
export const buildPage = async (
  { source, page, assets }: Page,
  directory: string,
): Promise<readonly Rolldown.OutputChunk[]> => {
  await mkdir(directory, { recursive: true })
  const result = await build({
    ...quiet,
    root: source,
    base: assets,
    define: { APP_VERSION: JSON.stringify(appVersion) },
    plugins: [slimContracts(), compiledMessages(), plainImports],
    build: {
      outDir: directory,
      emptyOutDir: true,
      target: browsers,
      modulePreload: { polyfill: false, resolveDependencies: partsOfPage },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(source, `${page}.html`),
        output: {
          codeSplitting: {
            groups: [
              {
                name: startChunk,
                debugName: 'app',
                tags: ['$initial'],
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    },
  })
  await writeFile(join(directory, 'icon.svg'), await readFile(here('icon.svg')))
  const outputs = Array.isArray(result) ? result : [result]
  return outputs
    .flatMap((part) => ('output' in part ? part.output : []))
    .filter((file) => file.type === 'chunk')
}

/** Manifest and icons, whose names do not change. */
const writeFixed = async (
  directory: string,
  page: string,
  name: string,
  { home, assets }: PhoneApp,
): Promise<void> => {
  const icon = await readFile(here('icon.svg'))
  for (const size of [192, 512]) {
    const png = await sharp(icon, { density: 72 * (size / 32) })
      .resize(size, size)
      .png()
      .toBuffer()
    await writeFile(join(directory, `icon-${size}.png`), png)
  }
  const manifest = {
    id: home,
    name,
    short_name: name,
    start_url: home,
    scope: home,
    display: 'standalone',
    background_color: background,
    theme_color: background,
    icons: [
      { src: `${assets}icon-192.png`, sizes: '192x192', type: 'image/png' },
      { src: `${assets}icon-512.png`, sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
      { src: `${assets}icon.svg`, sizes: 'any', type: 'image/svg+xml' },
    ],
  }
  await writeFile(join(directory, `${page}.webmanifest`), JSON.stringify(manifest))
}

/** All screens are precached: a page that was open during a deploy finds its old screens only on the phone. */
const isScreen = /\/screens\/\w+(-\w+)*\.tsx$/

const isTexts = /\/messages\/([a-z]{2})\.ts$/

/** What the worker precaches; its version is a hash of that. */
const precachedBy = async (
  directory: string,
  page: string,
  { realm, home, assets }: PhoneApp,
  chunks: readonly Rolldown.OutputChunk[],
): Promise<Built> => {
  const html = await readFile(join(directory, `${page}.html`), 'utf8')
  const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map(([, address]) => address ?? '')
    .filter((address) => address.startsWith(assets) && !address.endsWith('.png'))
  const screens = chunks
    .filter(({ facadeModuleId }) => isScreen.test(facadeModuleId ?? ''))
    .flatMap(({ fileName, imports }) => [fileName, ...imports])
    .map((name) => assets + name)
  const languages = Object.fromEntries(
    chunks.flatMap(({ facadeModuleId, fileName }) => {
      const language = isTexts.exec(facadeModuleId ?? '')?.[1]
      return language ? [[language, assets + fileName] as const] : []
    }),
  )
  const shell = [...new Set([...loaded, ...screens])]
  const version = createHash('sha256')
    .update(html + JSON.stringify([languages, shell]))
    .digest('hex')
    .slice(0, 12)
  const caches = `${databaseName(realm)}-`
  const others = Object.values(phoneApps)
    .map((other) => other.home)
    .filter((other) => other.startsWith(`${home}/`))
  return { home, assets, others, caches, precache: caches + version, shell, languages }
}

const buildWorker = async (directory: string, built: Built): Promise<void> => {
  await build({
    ...quiet,
    root: here('.'),
    define: { BUILT: JSON.stringify(built) },
    build: {
      outDir: directory,
      emptyOutDir: false,
      target: browsers,
      modulePreload: false,
      rolldownOptions: {
        input: here('worker/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}

/**
 * Builds an app that opens without a connection: its lazily loaded screens are `screens/*.tsx` of `source`, its texts
 * `messages/*.ts`.
 * @param name below its icon on the phone
 */
export const buildPhoneApp = async (
  app: PhoneApp,
  { source, page }: Pick<Page, 'source' | 'page'>,
  name: string,
  directory: string,
): Promise<void> => {
  const chunks = await buildPage({ source, page, assets: app.assets }, directory)
  await writeFixed(directory, page, name, app)
  await buildWorker(directory, await precachedBy(directory, page, app, chunks))
}
