/**
 * Builds the field apps into dist/field: sign-in.html and work.html with their assets (served below
 * /app/field-assets/), sw-work.js (served as /app/work/sw.js), the manifest and the icons.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type BuildOptions, build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { slimContracts } from '#client/slim-contracts.ts'
import { compiledMessages } from '#i18n/vite-messages.ts'

const source = fileURLToPath(new URL('src/', import.meta.url))
const target = fileURLToPath(new URL('../../dist/field/', import.meta.url))

const { version: appVersion }: { version: string } = JSON.parse(
  await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
)

export const assetBase = '/app/field-assets/'

/** The oldest browsers supported: cheap Android phones of the last five years. */
const browsers = ['chrome91', 'safari15', 'firefox92']

const quiet: InlineConfig = { configFile: false, logLevel: 'warn', envDir: false, publicDir: false }

const manifest = {
  id: '/app/work',
  name: 'Wellkept',
  short_name: 'Wellkept',
  start_url: '/app/work',
  scope: '/app/work',
  display: 'standalone',
  background_color: '#FAF9F6',
  theme_color: '#FAF9F6',
  icons: [
    { src: `${assetBase}icon-192.png`, sizes: '192x192', type: 'image/png' },
    { src: `${assetBase}icon-512.png`, sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    { src: `${assetBase}icon.svg`, sizes: 'any', type: 'image/svg+xml' },
  ],
}

/** Static files whose names do not change: the icons and the manifest. */
const writeFixed = async (directory: string): Promise<void> => {
  const icon = await readFile(join(source, 'icon.svg'))
  await writeFile(join(directory, 'icon.svg'), icon)
  await writeFile(join(directory, 'work.webmanifest'), JSON.stringify(manifest))
  for (const size of [192, 512]) {
    const png = await sharp(icon, { density: 72 * (size / 32) })
      .resize(size, size)
      .png()
      .toBuffer()
    await writeFile(join(directory, `icon-${size}.png`), png)
  }
}

interface Built {
  /** URLs of the technician app's messages by language */
  readonly languages: Readonly<Record<string, string>>
  /** URLs of the lazily loaded screens */
  readonly offline: readonly string[]
}

/** All screens are precached: a page that was open during a deploy finds its old screens only on the phone. */
const lazyScreens = /\/work\/screens\/\w+(-\w+)*\.tsx$/

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

/** Bundles the start code of the technician app into one chunk, which compresses better than several. */
const appChunk = (id: string, graph: Rolldown.ChunkingContext): string | null => {
  const seen = new Set<string>()
  const isOfSignIn = (module: string): boolean => {
    if (seen.has(module)) return false
    seen.add(module)
    return (
      module.endsWith('/sign-in/main.tsx') ||
      (graph.getModuleInfo(module)?.importers.some(isOfSignIn) ?? false)
    )
  }
  return /\/main\.tsx$|\.(html|css)$/.test(id) || isOfSignIn(id) ? null : 'app'
}

const buildPages = async (directory: string): Promise<Built> => {
  const result = await build({
    ...quiet,
    root: source,
    base: assetBase,
    define: { APP_VERSION: JSON.stringify(appVersion) },
    plugins: [slimContracts(), compiledMessages(), plainImports],
    build: {
      outDir: directory,
      emptyOutDir: true,
      target: browsers,
      modulePreload: { polyfill: false, resolveDependencies: partsOfPage },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: [join(source, 'sign-in.html'), join(source, 'work.html')],
        output: {
          codeSplitting: {
            groups: [
              { name: appChunk, debugName: 'app', tags: ['$initial'], includeDependenciesRecursively: false },
            ],
          },
        },
      },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const files = outputs.flatMap((part) => ('output' in part ? part.output : []))
  const chunks = files.filter((file) => file.type === 'chunk')
  const languages = chunks.flatMap((chunk) => {
    const language = /\/work\/messages\/([a-z]{2})\.ts$/.exec(chunk.facadeModuleId ?? '')?.[1]
    return language ? [[language, assetBase + chunk.fileName] as const] : []
  })
  const screens = chunks.filter(({ facadeModuleId }) => lazyScreens.test(facadeModuleId ?? ''))
  const offline = screens.flatMap(({ fileName, imports }) => [fileName, ...imports])
  return {
    languages: Object.fromEntries(languages),
    offline: [...new Set(offline)].map((name) => assetBase + name),
  }
}

/** Builds the service worker; its version is a hash of the files that it precaches. */
const buildWorker = async (directory: string, { languages, offline }: Built): Promise<void> => {
  const page = await readFile(join(directory, 'work.html'), 'utf8')
  const assets = [...page.matchAll(/(?:src|href)="(\/app\/field-assets\/[^"]+)"/g)].map(
    ([, address]) => address ?? '',
  )
  const shell = [...new Set([...assets.filter((address) => !address.endsWith('.png')), ...offline])]
  const version = createHash('sha256')
    .update(page + JSON.stringify([languages, offline]))
    .digest('hex')
    .slice(0, 12)
  await build({
    ...quiet,
    root: source,
    define: {
      SHELL: JSON.stringify(shell),
      LANGUAGES: JSON.stringify(languages),
      VERSION: JSON.stringify(version),
    },
    build: {
      outDir: directory,
      emptyOutDir: false,
      target: browsers,
      modulePreload: false,
      rolldownOptions: {
        input: join(source, 'work/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw-work.js' },
      },
    },
  })
}

/** Builds both apps into `directory`, by default dist/field. */
export const buildField = async (directory: string = target): Promise<void> => {
  await mkdir(directory, { recursive: true })
  const built = await buildPages(directory)
  await writeFixed(directory)
  await buildWorker(directory, built)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildField()
