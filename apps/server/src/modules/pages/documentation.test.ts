/** /docs and what programs read of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { errorStatus } from '#contracts/kit/vocabulary.ts'
import { outwardNames } from '#contracts/outward.ts'
import { startTestServer } from '#test/server.ts'

const server = await startTestServer({ worker: false })

const read = async (address: string) => {
  const answer = await fetch(`${server.base}${address}`)
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
}

test('Each error code and each event has a page, and each page a Markdown twin', async () => {
  const pages = [
    ...Object.keys(errorStatus).map((code) => `/docs/errors/${code}`),
    ...outwardNames.map((name) => `/docs/events/${name}`),
    '/docs/guides/stickers',
    '/docs/self-host/running',
  ]
  for (const page of pages) {
    const [html, twin] = await Promise.all([read(page), read(`${page}.md`)])
    assert.deepEqual([html.status, html.type], [200, 'text/html; charset=utf-8'], page)
    assert.deepEqual([twin.status, twin.type], [200, 'text/markdown; charset=utf-8'], page)
    assert.match(twin.text, /^# /, page)
  }
})

test('The client of this version is offered as a package', async () => {
  const answer = await fetch(`${server.base}/docs/wellkept-client.tgz`)
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/gzip'])
  const files = gunzipSync(await answer.arrayBuffer()).toString('latin1')
  assert.ok(files.startsWith('package/') && files.includes('"name": "@wellkept/client"'))
})

test('llms.txt lists pages that exist, and the search at most 200 KB', async () => {
  const list = await read('/llms.txt')
  assert.equal(list.type, 'text/plain; charset=utf-8')
  const links = [...list.text.matchAll(/\]\((\/docs[^)]*)\)/g)].map(([, link = '']) => link)
  assert.ok(links.length > 40, `${links.length} links`)
  for (const link of links) assert.equal((await read(link)).status, 200, link)
  const search = await read('/docs/search.json')
  assert.ok(search.text.length <= 200_000, `${search.text.length}`)
  assert.match((await read('/docs/changelog.xml')).type, /rss\+xml/)
})

test('A page that is not there, a page by its file name and a way out of the folder answer 404', async () => {
  for (const address of [
    '/docs/nothing',
    '/docs/errors/nothing',
    '/docs/index.html',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%2e%2e/desk/index',
  ])
    assert.equal((await read(address)).status, 404, address)
})
