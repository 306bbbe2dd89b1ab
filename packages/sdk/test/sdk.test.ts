/** The package as others get it: packed, installed into an empty folder, used against the service. */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { endpoints } from '#contracts/all.ts'
import { signatureOf } from '#server/modules/webhooks/secrets.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createTenant } from '#test/world.ts'
import { openBrowser } from '../../../e2e/browser.ts'
import { groups, outside } from '../build/groups.ts'
import { packSdk } from '../build.ts'

const run = promisify(execFile)
const server = await startTestServer()
const tenant = await createTenant(server)
const { key } = await createKey(server, tenant, 'read', 'write')
const root = path.resolve(import.meta.dirname, '../../..')
/** The project's Node, and every other on PATH that the package is for. */
const nodes = [
  ...new Set(
    [process.execPath, ...(process.env.PATH ?? '').split(path.delimiter).map((at) => path.join(at, 'node'))]
      .filter((file) => existsSync(file))
      .map((file) => realpathSync(file)),
  ),
].filter((file) => Number(/^v(\d+)/.exec(execFileSync(file, ['--version'], { encoding: 'utf8' }))?.[1]) >= 18)

let folder = ''
const installed = (): string => path.join(folder, 'node_modules/@wellkept/client')

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wellkept-sdk-'))
  await packSdk(path.join(folder, 'wellkept-client.tgz'))
  await writeFile(path.join(folder, 'package.json'), '{"private": true, "type": "module"}')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', './wellkept-client.tgz'], {
    cwd: folder,
  })
})
after(() => rm(folder, { recursive: true, force: true }))

/** Runs a program in the folder. @returns what it prints */
const runProgram = async (text: string, node = process.execPath): Promise<string> => {
  const file = path.join(folder, `program-${Math.random()}.mjs`)
  await writeFile(file, text)
  const env = { PATH: process.env.PATH, WELLKEPT_URL: server.base, WELLKEPT_KEY: key }
  return (await run(node, [file], { cwd: folder, env })).stdout
}

const samples = async (): Promise<string[]> => {
  const text = await readFile(path.join(installed(), 'README.md'), 'utf8')
  return [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, sample = '']) => sample)
}

test('Every endpoint that a key or token can call has one method, and names are unique in a group', () => {
  const named = groups.flatMap(({ methods }) => methods.map(({ endpoint }) => endpoint.name)).sort()
  const left = new Set(outside(endpoints).map(({ name }) => name))
  assert.deepEqual(
    named,
    endpoints
      .map(({ name }) => name)
      .filter((name) => !left.has(name))
      .sort(),
  )
  for (const { name, methods } of groups)
    assert.equal(new Set(methods.map((one) => one.name)).size, methods.length, name)
  assert.equal(left.size, 15)
})

test('The core has at most 10 KB compressed and depends on nothing', async () => {
  const code = await readFile(path.join(installed(), 'index.js'))
  assert.ok(gzipSync(code).length <= 10_240, `${gzipSync(code).length} bytes`)
  assert.doesNotMatch(code.toString(), /\bfrom\s*["']/)
  await assert.rejects(stat(path.join(folder, 'node_modules/typebox')))
})

test('The samples of the README run', async () => {
  const [calls = '', all = '', errors = '', webhooks = ''] = await samples()
  for (const node of nodes) {
    assert.match(await runProgram(calls, node), /^\d+ Change the lamp\n$/)
    assert.match(await runProgram(all, node), /^(Change the lamp\n)+$/)
    assert.match(await runProgram(errors, node), /^NOT_FOUND 404 \S+\n$/)
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const body = JSON.stringify({ id: 'e', type: 'task.created', data: { title: 'Lamp' } })
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = (at: number) => ({
      'webhook-id': 'e',
      'webhook-timestamp': String(at),
      'webhook-signature': signatureOf([secret], { id: 'e', timestamp: at, body }),
    })
    const receive = `${webhooks}
process.env.WEBHOOK_SECRET = ${JSON.stringify(secret)}
const send = (headers, body) => receive(new Request('http://x/', { method: 'POST', headers, body }))
  .then((answer) => answer.text(), (error) => error.message).then(console.log)
await send(${JSON.stringify(headers(timestamp))}, ${JSON.stringify(body)})
await send(${JSON.stringify(headers(timestamp))}, ${JSON.stringify(body.replace('Lamp', 'Lump'))})
await send(${JSON.stringify(headers(timestamp - 400))}, ${JSON.stringify(body)})`
    assert.match(await runProgram(receive, node), /^Lamp\nok\n.*not valid\n.*older than five minutes.*\n$/)
  }
})

test('Its types stand alone: right calls pass the compiler, wrong ones do not', async () => {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  const check = async (text: string): Promise<string> => {
    await writeFile(path.join(folder, 'use.ts'), text)
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
    ]
    return run(process.execPath, [compiler, ...options, '--types', '', 'use.ts'], { cwd: folder }).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    )
  }
  const head = `import { createClient, verifyWebhook, WellkeptError } from '@wellkept/client'
const client = createClient({ baseUrl: 'https://x.example', apiKey: 'k' })\n`
  const right = `${head}
for await (const task of client.tasks.listAll({ status: ['OPEN'] })) task.title.length
const { version } = await client.tasks.create({ title: 'x' })
const event = await verifyWebhook('', {}, '')
if (event.type === 'task.created') event.data.status satisfies 'OPEN' | 'IN_PROGRESS' | 'DONE' | undefined
const code = (error: WellkeptError): boolean => error.code === 'RATE_LIMITED'
export { version, code }`
  assert.equal(await check(right), '')
  assert.match(await check(`${head}await client.tasks.list({ status: ['OPENED'] })`), /"OPENED"/)
  assert.match(await check(`${head}await client.tasks.create({})`), /title"' is missing/)
})

test('A call waits for Retry-After, repeats with the same Idempotency-Key, refreshes once, and then throws', async () => {
  const printed = await runProgram(`
import { createClient } from '@wellkept/client'
const seen = []
const answers = [[429, '0'], [503, '0'], [201]]
const answer = ([status, wait]) => new Response(
  JSON.stringify(status < 300 ? { success: true, data: { id: 'x' } } : { success: false, code: status === 401 ? 'UNAUTHORIZED' : 'RATE_LIMITED', error: 'no', details: [] }),
  { status, headers: wait ? { 'retry-after': wait } : {} },
)
const fetch = async (url, init) => { seen.push(init.headers); return answer(answers.shift()) }
await createClient({ baseUrl: 'http://x', apiKey: 'k', fetch }).tasks.create({ title: 'x' })
console.log(seen.length, new Set(seen.map((one) => one['idempotency-key'])).size)
answers.push([429, '900'])
await createClient({ baseUrl: 'http://x', apiKey: 'k', fetch }).tasks.list().catch((e) => console.log(e.code, e.retryAfter))
answers.push([429, '0'], [429, '0'])
await createClient({ baseUrl: 'http://x', apiKey: 'k', fetch, retries: 1 }).tasks.list().catch((e) => console.log(e.status, answers.length))
answers.push([401], [401], [200], [200])
let refreshes = 0
const refresh = async () => 'new-' + ++refreshes
const person = createClient({ baseUrl: 'http://x', accessToken: 'old', refresh, fetch })
await Promise.all([person.tasks.get({ id: 'a' }), person.tasks.get({ id: 'b' })])
console.log(refreshes, seen.at(-1).authorization)
`)
  assert.equal(printed, '3 1\nRATE_LIMITED 900\n429 0\n1 Bearer new-1\n')
})

test('It works in Chromium', async () => {
  const browser = await openBrowser()
  const page = await browser.newPage()
  const code = await readFile(path.join(installed(), 'index.js'), 'utf8')
  await page.route('**/sdk-test/**', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: code })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title>' }),
  )
  await page.goto(`${server.base}/sdk-test/`)
  const done = await page.evaluate(
    async ({ base, token, address }) => {
      const { createClient } = await import(address)
      const client = createClient({ baseUrl: base, accessToken: token })
      const made = await client.tasks.create({ title: 'From a browser' })
      const titles: string[] = []
      for await (const task of client.tasks.listAll({ pageSize: 1 })) titles.push(task.title)
      const code = await client.tasks
        .get({ id: crypto.randomUUID?.() ?? made.id })
        .catch((e: { code: string }) => e.code)
      return { made: made.title, titles, code }
    },
    { base: server.base, token: tenant.admin.token, address: '/sdk-test/index.js' },
  )
  assert.equal(done.made, 'From a browser')
  assert.ok(done.titles.includes('From a browser'))
  assert.equal(done.code, 'NOT_FOUND')
})
