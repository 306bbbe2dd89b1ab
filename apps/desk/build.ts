/** Builds the desk app into dist/desk: index.html and hashed assets under /app/. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { slimContracts } from '#client/slim-contracts.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export const buildDesk = async (): Promise<void> => {
  await build({
    configFile: false,
    root: here('.'),
    base: '/app/',
    logLevel: 'warn',
    envDir: false,
    publicDir: false,
    plugins: [slimContracts({ inputs: true })],
    build: {
      outDir: here('../../dist/desk'),
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      // The inline script of the default polyfill would be against the page's policy.
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        // The kit marks its files for server components; here everything is the client.
        onwarn: (warning, warn) => {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
        },
      },
    },
  })
}

if (import.meta.main) await buildDesk()
