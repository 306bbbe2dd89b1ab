import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { assetBase, buildField } from '../build.ts'

let directory = ''
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'field-'))
  await buildField(directory)
})
after(() => rm(directory, { recursive: true, force: true }))

/** Files that a page loads at once, the page itself included. */
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

describe('The built field apps', () => {
  it('open with at most 60 KB compressed, and keep at most 200 KB on the phone', async () => {
    for (const page of ['sign-in.html', 'work.html']) {
      const { raw, zipped } = await sizes((await loadedBy(page)).filter((name) => !name.endsWith('.png')))
      assert.ok(zipped <= 60 * kilobyte, `${page} ${zipped}`)
      assert.ok(raw <= 200 * kilobyte, `${page} ${raw}`)
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

  it('have a service worker that knows every file of the shell and never answers for the API', async () => {
    const worker = await readFile(join(directory, 'sw-work.js'), 'utf8')
    for (const name of await loadedBy('work.html'))
      if (/\.(js|css)$/.test(name)) assert.ok(worker.includes(assetBase + name), name)
    assert.ok(worker.includes('/api/'))
    assert.doesNotMatch(worker, /\b(import|export)\b/)
  })

  it('have a manifest whose icons are there', async () => {
    const manifest = JSON.parse(await readFile(join(directory, 'work.webmanifest'), 'utf8'))
    assert.equal(manifest.start_url, '/app/work')
    for (const { src } of manifest.icons)
      assert.ok((await stat(join(directory, src.slice(assetBase.length)))).size > 0)
  })
})
