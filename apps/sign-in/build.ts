/** Builds the sign-in pages into dist/sign-in. */
import { fileURLToPath } from 'node:url'
import { buildPage } from '#pwa/build.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export const assetBase = '/app/sign-in-assets/'

export const buildSignIn = async (directory: string = here('../../dist/sign-in/')): Promise<void> => {
  await buildPage({ source: here('src/'), page: 'sign-in', assets: assetBase }, directory)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSignIn()
