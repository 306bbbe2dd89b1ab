/** Builds the app of super admins into dist/platform: index.html and hashed assets under /platform/. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { slimContracts } from '#client/slim-contracts.ts'
import { compiledMessages } from '#i18n/vite-messages.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export const buildPlatform = async (): Promise<void> => {
  await build({
    configFile: false,
    root: here('.'),
    base: '/platform/',
    logLevel: 'warn',
    envDir: false,
    publicDir: false,
    plugins: [slimContracts({ inputs: true }), compiledMessages()],
    build: {
      outDir: here('../../dist/platform'),
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      // The inline script of the default polyfill would be against the page's policy.
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        input: here('index.html'),
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
}

if (import.meta.main) await buildPlatform()
