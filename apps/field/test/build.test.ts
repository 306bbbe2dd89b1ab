import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { assetBase, buildField } from '../build.ts'

let directory = ''
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'field-'))
  await buildField(directory)
})
after(() => rm(directory, { recursive: true, force: true }))

/** Files that a page loads at the start, including the page itself. */
const loadedBy = async (page: string): Promise<readonly string[]> => {
  const html = await readFile(join(directory, page), 'utf8')
  const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '')
  assert.ok(assets.length > 2)
  for (const address of assets) assert.ok(address.startsWith(assetBase), address)
  return [page, ...assets.map((address) => address.slice(assetBase.length))]
}
const sizes = async (names: readonly string[]): Promise<{ raw: number; zipped: number }> => {
  const files = await Promise.all(names.map((name) => readFile(join(directory, name))))
  return {
    raw: files.reduce((sum, file) => sum + file.length, 0),
    zipped: files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0),
  }
}
const kilobyte = 1024

/** Message files of one app by language. */
const textsOf = async (page: string): Promise<ReadonlyMap<string, string>> => {
  const scripts = (await loadedBy(page)).filter((name) => name.endsWith('.js'))
  const codes = await Promise.all(scripts.map((name) => readFile(join(directory, name), 'utf8')))
  const code = codes.join('\n')
  return new Map(
    [...code.matchAll(/messages\/([a-z]{2})\.ts.{0,40}?import\([`"']\.\/([\w.-]+\.js)/g)].map(
      ([, language = '', file]) => [language, `assets/${file}`] as const,
    ),
  )
}

/** Gzip bytes of a first load with the largest language: as of November 2026 plus 2 %. */
const budgets = { 'sign-in.html': 26_600, 'work.html': 55_300 } as const

describe('The built field apps', () => {
  for (const [page, most] of Object.entries(budgets)) {
    it(`open ${page} with at most ${most} bytes compressed in any language, and keep at most 200 KB on the phone`, async () => {
      const always = (await loadedBy(page)).filter((name) => !name.endsWith('.png'))
      const texts = await textsOf(page)
      assert.deepEqual([...texts.keys()].sort(), [...visitorLanguages].sort())
      for (const [language, file] of texts) {
        const { raw, zipped } = await sizes([...always, file])
        assert.ok(zipped <= most, `${page} in ${language}: ${zipped} bytes`)
        assert.ok(raw <= 200 * kilobyte, `${page} in ${language}: ${raw} bytes`)
      }
    })
  }

  it('have each language in a file of its own, and the texts of none in what everybody loads', async () => {
    for (const page of Object.keys(budgets)) {
      const texts = await textsOf(page)
      assert.equal(new Set(texts.values()).size, visitorLanguages.length)
      for (const name of await loadedBy(page)) {
        assert.ok(![...texts.values()].includes(name), `${page} loads ${name} at once`)
        if (!name.endsWith('.js')) continue
        const code = await readFile(join(directory, name), 'utf8')
        assert.doesNotMatch(code, /Try again|Noch einmal|Spróbuj/, name)
      }
    }
  })

  it('name no left and no right in their style sheets, so that Arabic is laid out the other way', async () => {
    for (const name of (await readdir(join(directory, 'assets'))).filter((file) => file.endsWith('.css'))) {
      const css = await readFile(join(directory, 'assets', name), 'utf8')
      assert.doesNotMatch(
        css,
        /[{;](left|right|float):|(margin|padding|border|scroll-margin)-(left|right)|text-align:(left|right)/,
        name,
      )
    }
  })

  it('carry no inline script or style, so that a strict policy fits', async () => {
    for (const page of ['sign-in.html', 'work.html']) {
      const html = await readFile(join(directory, page), 'utf8')
      assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/)
    }
  })

  it('leave the schemas on the server', async () => {
    const scripts = (await readdir(join(directory, 'assets'))).filter((name) => name.endsWith('.js'))
    for (const name of scripts) {
      const code = await readFile(join(directory, 'assets', name), 'utf8')
      assert.doesNotMatch(code, /~kind|x-text|maxItems/, name)
    }
  })

  it('call nothing that the oldest browsers lack for which they are built', async () => {
    const scripts = (await readdir(join(directory, 'assets'))).filter((name) => /^(?!zx).*\.js$/.test(name))
    for (const name of scripts) {
      const code = await readFile(join(directory, 'assets', name), 'utf8')
      // Newer functions, which the build does not polyfill: they would break the page on supported browsers.
      assert.doesNotMatch(
        code,
        /\.(at|findLast|findLastIndex|toSorted|toReversed|hasOwn|groupBy|withResolvers)\(|structuredClone\(/,
        name,
      )
    }
  })

  it('have a service worker that knows every file of the shell and of every language and never answers for the API', async () => {
    const worker = await readFile(join(directory, 'sw-work.js'), 'utf8')
    for (const name of await loadedBy('work.html'))
      if (/\.(js|css)$/.test(name)) assert.ok(worker.includes(assetBase + name), name)
    for (const [, file] of await textsOf('work.html')) assert.ok(worker.includes(assetBase + file), file)
    assert.ok(worker.includes('/api/'))
    assert.doesNotMatch(worker, /\b(import|export)\b/)
  })

  it('keep the screens that are needed without a connection, but the reader of stickers only after its first use', async () => {
    const worker = await readFile(join(directory, 'sw-work.js'), 'utf8')
    const names = await readdir(join(directory, 'assets'))
    for (const screen of ['scan', 'room', 'problem', 'help', 'shift', 'me', 'profile']) {
      const found = names.find((name) => new RegExp(`^${screen}-[\\w-]+\\.js$`).test(name))
      assert.ok(found && worker.includes(`assets/${found}`), screen)
    }
    const reader = names.filter((name) => name.startsWith('zxing'))
    assert.deepEqual(reader.map((name) => name.split('.').at(-1)).sort(), ['js', 'wasm'])
    for (const name of reader) assert.ok(!worker.includes(name), name)
    for (const name of await loadedBy('work.html')) assert.ok(!name.includes('zxing'), name)
  })

  it('have nothing that a page which runs may still open only at the service, where the next deploy takes it away', async () => {
    const worker = await readFile(join(directory, 'sw-work.js'), 'utf8')
    const names = await readdir(join(directory, 'assets'))
    const ofSignIn = new Set([
      ...(await loadedBy('sign-in.html')),
      ...(await textsOf('sign-in.html')).values(),
    ])
    const later = names.filter(
      (name) => name.endsWith('.js') && !/^zxing/.test(name) && !ofSignIn.has(`assets/${name}`),
    )
    assert.ok(later.length > visitorLanguages.length + 9, `${later.length} files`)
    for (const name of later) assert.ok(worker.includes(`assets/${name}`), name)
  })

  it('have no style sheet that comes later than its page', async () => {
    const atOnce = new Set([...(await loadedBy('sign-in.html')), ...(await loadedBy('work.html'))])
    const sheets = (await readdir(join(directory, 'assets'))).filter((name) => name.endsWith('.css'))
    assert.ok(sheets.length > 0)
    for (const name of sheets) assert.ok(atOnce.has(`assets/${name}`), name)
  })

  it('have a manifest whose icons are there', async () => {
    const manifest = JSON.parse(await readFile(join(directory, 'work.webmanifest'), 'utf8'))
    assert.equal(manifest.start_url, '/app/work')
    for (const { src } of manifest.icons)
      assert.ok((await stat(join(directory, src.slice(assetBase.length)))).size > 0)
  })
})
