/** Builds the package @wellkept/client into dist/sdk: one ES module, its types, package.json and README. */
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { groups, lineOf } from './build/groups.ts'
import { typesOf } from './build/types.ts'

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const root = here('../..')
const virtual = 'virtual:table'

const table = Object.fromEntries(
  groups.map(({ name, methods }) => [
    name,
    Object.fromEntries(methods.map((one) => [one.name, lineOf(one.endpoint)])),
  ]),
)

const indexTypes = `import type { ClientSettings } from './connect.js'
import type { Client, WebhookEvent } from './endpoints.js'
import type { WebhookHeaders } from './verify-webhook.js'

export type { CallOptions, ClientSettings, Page } from './connect.js'
export type * from './endpoints.js'
export { type ErrorDetail, WellkeptError } from './error.js'
export type { WebhookHeaders } from './verify-webhook.js'

export declare const createClient: (settings: ClientSettings) => Client

/** @returns the event. @throws Error if the signature is not valid, or older than five minutes */
export declare const verifyWebhook: (
  raw: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
) => Promise<WebhookEvent>
`

const writeTypes = async (directory: string): Promise<void> => {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  const project = here('tsconfig.json')
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly']
  execFileSync(process.execPath, [
    compiler,
    '-p',
    project,
    ...options,
    '--outDir',
    path.join(directory, 'emitted'),
  ])
  for (const name of ['connect', 'error', 'verify-webhook']) {
    const text = await readFile(path.join(directory, 'emitted/sdk/src', `${name}.d.ts`), 'utf8')
    const own = text
      .replace("'#contracts/kit/vocabulary.ts'", "'./endpoints.js'")
      .replaceAll(/'(\.\/[a-z-]+)\.ts'/g, "'$1.js'")
    await writeFile(path.join(directory, `${name}.d.ts`), own)
  }
  await rm(path.join(directory, 'emitted'), { recursive: true })
  await writeFile(path.join(directory, 'endpoints.d.ts'), typesOf(groups))
  await writeFile(path.join(directory, 'index.d.ts'), indexTypes)
}

/** Builds into `directory`, by default dist/sdk. */
export const buildSdk = async (directory = path.join(root, 'dist/sdk')): Promise<void> => {
  await mkdir(directory, { recursive: true })
  await build({
    configFile: false,
    root: here('.'),
    logLevel: 'warn',
    envDir: false,
    publicDir: false,
    plugins: [
      {
        name: 'wellkept-client',
        resolveId: (id) => (id === virtual ? `\0${virtual}` : undefined),
        load: (id) => (id === `\0${virtual}` ? `export const table = ${JSON.stringify(table)}` : undefined),
      },
    ],
    build: {
      outDir: directory,
      emptyOutDir: true,
      target: 'es2022',
      minify: true,
      lib: { entry: here('src/entry.ts'), formats: ['es'], fileName: () => 'index.js' },
    },
  })
  await writeTypes(directory)
  const { version, license } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    version: string
    license: string
  }
  const manifest = {
    name: '@wellkept/client',
    version,
    license,
    description: 'Client of the Wellkept API',
    type: 'module',
    engines: { node: '>=18' },
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    files: ['*.js', '*.d.ts'],
  }
  await writeFile(path.join(directory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await copyFile(here('README.md'), path.join(directory, 'README.md'))
}

/** Builds the package and packs it into one file, which npm installs. */
export const packSdk = async (file: string): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'wellkept-client-'))
  try {
    await buildSdk(folder)
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: folder })
    const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
    await copyFile(path.join(folder, packed), file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

if (import.meta.main) await buildSdk()
