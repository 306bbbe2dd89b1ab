import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import fastify from 'fastify'
import type { Platform } from '#server/platform/context.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { mountAppShells } from './app-shells.ts'

const dist = await mkdtemp(path.join(tmpdir(), 'built-apps-'))
after(() => rm(dist, { recursive: true, force: true }))

const write = async (name: string, text: string): Promise<void> => {
  await mkdir(path.dirname(path.join(dist, name)), { recursive: true })
  await writeFile(path.join(dist, name), text)
}
await write('rounds/rounds.html', '<div id="root"></div>rounds')
await write('rounds/sw.js', 'worker')
await write('rounds/assets/app-12345678.js', 'code')

const app = fastify()
app.setErrorHandler((error, _request, reply) =>
  reply.code(error instanceof ServiceError && error.code === 'NOT_FOUND' ? 404 : 500).send(),
)
mountAppShells(app, { config: { baseUrl: 'https://wellkept.example' } } as Platform, dist, [
  { folder: 'rounds', home: '/rounds', page: 'rounds.html', wasm: true },
  { folder: 'absent', home: '/absent', page: 'absent.html' },
])

const get = (url: string) => app.inject({ method: 'GET', url })

test('A built app opens at its address and below it, with its files, policy and service worker', async () => {
  for (const url of ['/rounds', '/rounds/42/finish']) {
    const page = await get(url)
    assert.match(page.body, /rounds$/, url)
    assert.equal(page.headers['cache-control'], 'no-cache')
    assert.match(String(page.headers['content-security-policy']), /script-src 'self' 'wasm-unsafe-eval';/)
  }
  const code = await get('/rounds/assets/app-12345678.js')
  assert.deepEqual([code.body, /immutable/.test(String(code.headers['cache-control']))], ['code', true])
  const worker = await get('/rounds/sw.js')
  assert.deepEqual([worker.body, worker.headers['service-worker-allowed']], ['worker', '/rounds'])
  assert.equal(worker.headers['cache-control'], 'no-cache')
})

test('A file that the build does not have, and an app that was not built, are 404', async () => {
  for (const url of ['/rounds/assets/app-87654321.js', '/absent', '/absent/42', '/absent/sw.js'])
    assert.equal((await get(url)).statusCode, 404, url)
})
