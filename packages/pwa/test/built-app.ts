/** Checks of every built app for phones. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'

export interface BuiltApp {
  readonly build: (directory: string) => Promise<void>
  /** without `.html` */
  readonly page: string
  /** address of its files */
  readonly assets: string
  /** gzip bytes of a first load with the largest language: as measured plus 2 % */
  readonly most: number
}

interface Reading {
  text(name: string): Promise<string>
  /** names in the folder `assets` */
  names(): Promise<readonly string[]>
  /** files that the page loads at the start, including the page itself */
  loaded(): Promise<readonly string[]>
  /** message files by language */
  texts(): Promise<ReadonlyMap<string, string>>
}

const kilobyte = 1024

/** Builds the app before the tests of a `describe`, and reads its files. */
const openBuild = ({ build, page, assets }: BuiltApp): Reading & { readonly directory: () => string } => {
  let directory = ''
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'phone-app-'))
    await build(directory)
  })
  after(() => rm(directory, { recursive: true, force: true }))
  const text = (name: string): Promise<string> => readFile(join(directory, name), 'utf8')
  const loaded = async (): Promise<readonly string[]> => {
    const html = await text(`${page}.html`)
    const found = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '')
    assert.ok(found.length > 2)
    for (const address of found) assert.ok(address.startsWith(assets), address)
    return [`${page}.html`, ...found.map((address) => address.slice(assets.length))]
  }
  return {
    directory: () => directory,
    text,
    loaded,
    names: () => readdir(join(directory, 'assets')),
    texts: async () => {
      const scripts = (await loaded()).filter((name) => name.endsWith('.js'))
      const code = (await Promise.all(scripts.map(text))).join('\n')
      return new Map(
        [...code.matchAll(/messages\/([a-z]{2})\.ts.{0,40}?import\([`"']\.\/([\w.-]+\.js)/g)].map(
          ([, language = '', file]) => [language, `assets/${file}`] as const,
        ),
      )
    },
  }
}

/** Tests of a page that needs a connection. */
export const checkBuiltPage = (app: BuiltApp): Reading => {
  const { directory, ...read } = openBuild(app)
  const scripts = async (but = /^$/): Promise<readonly string[]> =>
    (await read.names()).filter((name) => name.endsWith('.js') && !but.test(name))

  it(`opens with at most ${app.most} bytes compressed in any language, and keeps at most 200 KB on the phone`, async () => {
    const always = (await read.loaded()).filter((name) => !name.endsWith('.png'))
    const texts = await read.texts()
    assert.deepEqual([...texts.keys()].sort(), [...visitorLanguages].sort())
    for (const [language, file] of texts) {
      const files = await Promise.all([...always, file].map((name) => readFile(join(directory(), name))))
      const zipped = files.reduce((sum, one) => sum + gzipSync(one, { level: 9 }).length, 0)
      const raw = files.reduce((sum, one) => sum + one.length, 0)
      assert.ok(zipped <= app.most, `${language}: ${zipped} bytes`)
      assert.ok(raw <= 200 * kilobyte, `${language}: ${raw} bytes`)
    }
  })

  it('has each language in a file of its own, and the texts of none in what everybody loads', async () => {
    const texts = await read.texts()
    assert.equal(new Set(texts.values()).size, visitorLanguages.length)
    for (const name of await read.loaded()) {
      assert.ok(![...texts.values()].includes(name), `loads ${name} at once`)
      if (name.endsWith('.js'))
        assert.doesNotMatch(await read.text(name), /Try again|Noch einmal|Spróbuj/, name)
    }
  })

  it('names no left and no right in its style sheets, so that Arabic is laid out the other way', async () => {
    for (const name of (await read.names()).filter((file) => file.endsWith('.css')))
      assert.doesNotMatch(
        await read.text(`assets/${name}`),
        /[{;](left|right|float):|(margin|padding|border|scroll-margin)-(left|right)|text-align:(left|right)/,
        name,
      )
  })

  it('carries no inline script or style, so that a strict policy fits', async () => {
    assert.doesNotMatch(
      await read.text(`${app.page}.html`),
      /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/,
    )
  })

  it('leaves the schemas on the server', async () => {
    for (const name of await scripts())
      assert.doesNotMatch(await read.text(`assets/${name}`), /~kind|x-text|maxItems/, name)
  })

  it('calls nothing that the oldest browsers lack for which it is built', async () => {
    // Newer functions, which the build does not polyfill: they would break the page on supported browsers.
    for (const name of await scripts(/^zx/))
      assert.doesNotMatch(
        await read.text(`assets/${name}`),
        /\.(at|findLast|findLastIndex|toSorted|toReversed|hasOwn|groupBy|withResolvers)\(|structuredClone\(/,
        name,
      )
  })

  it('has no style sheet that comes later than its page', async () => {
    const atOnce = new Set(await read.loaded())
    const sheets = (await read.names()).filter((name) => name.endsWith('.css'))
    assert.ok(sheets.length > 0)
    for (const name of sheets) assert.ok(atOnce.has(`assets/${name}`), name)
  })
  return read
}

/** Tests of an app that opens without a connection. @param home its address */
export const checkPhoneApp = (app: BuiltApp & { readonly home: string }): Reading => {
  const read = checkBuiltPage(app)

  it('has a service worker that knows every file of the shell and of every language and never answers for the API', async () => {
    const worker = await read.text('sw.js')
    for (const name of await read.loaded())
      if (/\.(js|css)$/.test(name)) assert.ok(worker.includes(app.assets + name), name)
    for (const [, file] of await read.texts()) assert.ok(worker.includes(app.assets + file), file)
    assert.ok(worker.includes('/api/'))
    assert.doesNotMatch(worker, /\b(import|export)\b/)
  })

  it('has nothing that a page which runs may still open only at the service, where the next deploy takes it away', async () => {
    const worker = await read.text('sw.js')
    const later = (await read.names()).filter((name) => name.endsWith('.js') && !/^zxing/.test(name))
    assert.ok(later.length > visitorLanguages.length, `${later.length} files`)
    for (const name of later) assert.ok(worker.includes(`assets/${name}`), name)
  })

  it('has a manifest of its address, whose icons are there', async () => {
    const manifest = JSON.parse(await read.text(`${app.page}.webmanifest`))
    for (const name of ['id', 'start_url', 'scope']) assert.equal(manifest[name], app.home, name)
    const names = await read.loaded()
    assert.ok(names.includes(`${app.page}.webmanifest`))
    for (const { src } of manifest.icons)
      assert.ok((await read.text(src.slice(app.assets.length))).length > 0)
  })
  return read
}
