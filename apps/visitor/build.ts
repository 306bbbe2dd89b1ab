/**
 * Builds the visitor pages: dist/visitor/server.js (the renderer, with scripts and style sheets inside and
 * their hashes), dist/visitor/sw.js (the service worker) and dist/visitor/embed.js (the element for other pages).
 */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'vite'
import { compiledMessages } from '#i18n/vite-messages.ts'

const source = fileURLToPath(new URL('src/', import.meta.url))
const target = fileURLToPath(new URL('../../dist/visitor/', import.meta.url))

/**
 * The oldest supported browsers. Without `:has` a page only looks plainer. Firefox 92 is the first with
 * system-ui (earlier ones need ten font names). For Chrome 91 the build leaves `?.` as it is, which saves 200
 * bytes per page.
 */
const browsers = ['chrome91', 'safari14.1', 'firefox92']

const quiet = { configFile: false, logLevel: 'warn', envDir: false, publicDir: false } as const

/** Bundles and minifies one script. @returns its text */
const bundle = async (entry: string, define: Record<string, string> = {}): Promise<string> => {
  const options: BuildOptions = {
    write: false,
    target: browsers,
    modulePreload: false,
    rolldownOptions: { input: `${source}${entry}`, output: { format: 'iife' } },
  }
  const result = await build({ ...quiet, root: source, define, build: options })
  const outputs = Array.isArray(result) ? result : [result]
  for (const output of outputs) {
    if (!('output' in output)) continue
    const chunk = output.output.find((part) => part.type === 'chunk')
    if (chunk) return chunk.code.trim()
  }
  throw new Error(`${entry} gave no code`)
}

/** Minifies a style sheet. @returns its text */
const styles = async (sheetFile: string): Promise<string> => {
  const result = await build({
    ...quiet,
    root: source,
    build: {
      write: false,
      target: browsers,
      cssMinify: true,
      rolldownOptions: { input: `${source}styles/${sheetFile}` },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  for (const output of outputs) {
    if (!('output' in output)) continue
    const sheet = output.output.find((part) => part.type === 'asset' && part.fileName.endsWith('.css'))
    if (sheet?.type === 'asset') return String(sheet.source).trim()
  }
  throw new Error(`${sheetFile} gave no style sheet`)
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Throws if inline text contains a tag that would end its element. */
const inline = (text: string): string => {
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error('Inline code would end its own element')
  return text
}

/** Builds the renderer and the service worker into `directory`, by default dist/visitor. */
export const buildVisitor = async (directory: string = target): Promise<void> => {
  const [script, followScript, linkScript, mineScript, embed, sheet, moreSheet, shareScript, shareSheet] =
    await Promise.all([
      bundle('client/main.ts'),
      bundle('client/follow.ts'),
      bundle('client/task-link.ts'),
      bundle('client/mine.ts'),
      bundle('client/embed/main.ts'),
      styles('styles.css'),
      styles('more.css'),
      bundle('client/share/main.ts'),
      styles('share.css'),
    ])
  const worker = await bundle('client/sw.ts', {
    BUILD: JSON.stringify(hashOf(script + sheet).slice(7, 15)),
  })
  await build({
    ...quiet,
    root: source,
    define: {
      CLIENT_SCRIPT: JSON.stringify(inline(script)),
      CLIENT_SCRIPT_HASH: JSON.stringify(hashOf(script)),
      FOLLOW_SCRIPT: JSON.stringify(inline(followScript)),
      FOLLOW_SCRIPT_HASH: JSON.stringify(hashOf(followScript)),
      LINK_SCRIPT: JSON.stringify(inline(linkScript)),
      LINK_SCRIPT_HASH: JSON.stringify(hashOf(linkScript)),
      MINE_SCRIPT: JSON.stringify(inline(mineScript)),
      MINE_SCRIPT_HASH: JSON.stringify(hashOf(mineScript)),
      MORE_STYLES: JSON.stringify(inline(moreSheet)),
      MORE_STYLES_HASH: JSON.stringify(hashOf(moreSheet)),
      STYLES: JSON.stringify(inline(sheet)),
      STYLES_HASH: JSON.stringify(hashOf(sheet)),
      SHARE_SCRIPT: JSON.stringify(inline(shareScript)),
      SHARE_SCRIPT_HASH: JSON.stringify(hashOf(shareScript)),
      SHARE_STYLES: JSON.stringify(inline(shareSheet)),
      SHARE_STYLES_HASH: JSON.stringify(hashOf(shareSheet)),
    },
    ssr: { noExternal: true },
    plugins: [
      compiledMessages(),
      {
        name: 'service-worker',
        generateBundle() {
          this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker })
          this.emitFile({ type: 'asset', fileName: 'embed.js', source: embed })
        },
      },
    ],
    build: {
      ssr: `${source}server.tsx`,
      outDir: directory,
      emptyOutDir: true,
      target: 'node22',
      minify: false,
    },
  })
}
