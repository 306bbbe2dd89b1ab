/** `npx wellkept listen` in its own process, against the service and a receiver. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sendAll, startReceiver } from '#server/modules/webhooks/testing/receiver.ts'
import { openStage, verified } from '#server/modules/webhooks/testing/stage.ts'
import { cleanEnvironment } from '#test/faults/service.ts'
import { startTestServer } from '#test/server.ts'
import { createKey } from '#test/world.ts'

const server = await startTestServer({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const stage = openStage(server)
const cli = path.resolve(import.meta.dirname, '../apps/server/cli.ts')

const run = (...args: string[]) => {
  const child = spawn(process.execPath, [cli, 'listen', '--base', server.base, ...args], {
    env: cleanEnvironment(),
  })
  after(() => child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (bytes: Buffer) => (stdout += bytes))
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes))
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    interrupt: () => child.kill('SIGINT'),
    code: once(child, 'close').then(([code]) => code as number | null),
  }
}

const until = async (what: () => boolean, told: () => string): Promise<void> => {
  for (let tries = 0; !what(); tries++) {
    if (tries > 400) throw new Error(`It did not happen: ${told()}`)
    await delay(50)
  }
}

test('listen posts each event to the address as webhooks do, signed with the printed secret, and prints status and ms', async () => {
  const tenant = await stage.createTenant()
  const { key } = await createKey(server, tenant, 'read')
  const [receiver, hook] = [await startReceiver(), await startReceiver()]
  await stage.subscribe(tenant, hook, ['task.created'])
  const listening = run('--to', receiver.url, '--key', key, '--events', 'task.*')
  await until(() => listening.stdout().includes('Connected'), listening.stderr)
  const id = await stage.makeTask(tenant)
  await until(() => / ms {2}task\.created/.test(listening.stdout()), listening.stdout)
  await sendAll(server)

  const secret = /^Secret: (whsec_\S+)$/m.exec(listening.stdout())?.[1] ?? ''
  const body = verified(receiver.requests[0], secret) as { type: string; data: { id: string } }
  assert.equal(body.data.id, id)
  assert.deepEqual(body, hook.requests[0]?.json, 'the same body as the webhook')
  assert.match(listening.stdout(), /^200 {2}\d+ ms {2}task\.created {2}[0-9a-f-]{36}$/m)

  listening.interrupt()
  assert.equal(await listening.code, 0)
})

test('listen --replay sends the stored bodies of a webhook again, and nothing older than --since', async () => {
  const tenant = await stage.createTenant()
  const [receiver, hook] = [await startReceiver(), await startReceiver()]
  const { id } = await stage.subscribe(tenant, hook, ['task.created'])
  await stage.makeTask(tenant, 'Before')
  await sendAll(server)
  await delay(5)
  const since = server.clock.now().toISOString()
  await stage.makeTask(tenant, 'After')
  await sendAll(server)
  const key = (await createKey(server, tenant, 'read', 'webhooks:manage')).key
  const replaying = run('--to', receiver.url, '--key', key, '--replay', id, '--since', since)
  assert.equal(await replaying.code, 0, replaying.stderr())
  const secret = /^Secret: (whsec_\S+)$/m.exec(replaying.stdout())?.[1] ?? ''
  assert.deepEqual(
    receiver.requests.map(({ text }) => text),
    hook.requests.slice(1).map(({ text }) => text),
  )
  assert.equal(receiver.requests.length, 1)
  verified(receiver.requests[0], secret)
})

test('listen --json prints one object a line, and a replay with a delivery that was not accepted ends with 1', async () => {
  const tenant = await stage.createTenant()
  const hook = await startReceiver()
  const { id } = await stage.subscribe(tenant, hook, ['task.created'])
  const since = server.clock.now().toISOString()
  await stage.makeTask(tenant)
  await sendAll(server)
  const key = (await createKey(server, tenant, 'read', 'webhooks:manage')).key
  const linesOf = async (to: string) => {
    const replaying = run('--to', to, '--key', key, '--replay', id, '--since', since, '--json')
    const code = await replaying.code
    const lines = replaying.stdout().trim().split('\n')
    return { code, stderr: replaying.stderr(), lines: lines.map((line) => JSON.parse(line)) }
  }
  const [accepted, refused] = await Promise.all([linesOf(hook.url), linesOf('http://127.0.0.1:9/')])
  assert.equal(accepted.code, 0, accepted.stderr)
  const [secret, delivery, ...others] = accepted.lines
  assert.match(secret.secret, /^whsec_/)
  const { ms, ...told } = delivery
  assert.ok(ms >= 0)
  const event = { id: hook.requests[0]?.json.id, type: 'task.created' }
  assert.deepEqual(told, { kind: 'delivery', ...event, status: 200, error: null })
  assert.deepEqual(others, [])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /1 of 1/)
  assert.deepEqual([refused.lines[1].status, refused.lines[1].error], [null, 'UNREACHABLE'])
})

test('listen ends with a reason for a wrong key, an unknown event and an address that is none', async () => {
  const tenant = await stage.createTenant()
  const { key } = await createKey(server, tenant, 'read')
  const to = 'http://127.0.0.1:9/'
  const faults = [
    [['--to', to, '--key', `${key.slice(0, -1)}_`], 1],
    [['--to', to, '--key', key, '--events', 'tusk.*'], 1],
    [['--to', 'localhost:4000', '--key', key], 1],
    [['--to', to], 2],
    [['--to', to, '--key', key, '--replay', tenant.id], 2],
  ] as const
  await Promise.all(
    faults.map(async ([args, code]) => {
      const refused = run(...args)
      assert.equal(await refused.code, code, args.join(' '))
      assert.match(refused.stderr(), /\S/)
      assert.equal(refused.stdout(), '')
    }),
  )
})

test('listen resumes by Last-Event-ID: no event is lost or sent twice when the stream breaks', async () => {
  const tenant = await stage.createTenant()
  const { key } = await createKey(server, tenant, 'read')
  const receiver = await startReceiver()
  const listening = run('--to', receiver.url, '--key', key, '--events', 'task.created')
  await until(() => listening.stdout().includes('Connected'), listening.stderr)
  await stage.makeTask(tenant, 'One')
  await until(() => receiver.requests.length === 1, listening.stdout)
  server.built.app.server.closeAllConnections()
  await stage.makeTask(tenant, 'Two')
  await until(() => receiver.requests.length === 2, listening.stdout)
  assert.deepEqual(
    receiver.requests.map(({ json }) => json.data.title),
    ['One', 'Two'],
  )
  assert.match(listening.stdout(), /Not connected\nConnected/)
})
