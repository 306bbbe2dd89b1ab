/**
 * A thousand answers in a thread of Slack, each delivered three times, while the service is killed three times.
 * @alone
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Task } from '#contracts/tasks/records.ts'
import { newId } from '#server/platform/ids.ts'
import { signingSecret, startFakeSlack } from '../fake-slack.ts'
import { startTestServer } from '../server.ts'
import { connectSlack } from '../slack-team.ts'
import { createTenant } from '../world.ts'
import { makeDataFolder, type Service, startService, until } from './service.ts'

const events = 1000
const deliveries = 3
const kills = 3
const sideBySide = 8

const slack = await startFakeSlack()
const server = await startTestServer({ worker: false, own: true, env: slack.env })
const folder = makeDataFolder()
after(folder.remove)

const start = (): Promise<Service> =>
  startService({
    ...slack.env,
    DATABASE_URL: server.database.url,
    DATA_DIR: folder.path,
    SECRET: 'test-secret-of-sufficient-length-0123456789',
    LOG_LEVEL: 'info',
  })

test('After three kills every answer of a thread is one note, though each was delivered three times', async () => {
  const tenant = await createTenant(server)
  const team = await connectSlack(server, slack, tenant)
  const user = await team.link(tenant.manager)
  const task = await server.call<Task>('POST', '/api/tasks', {
    token: tenant.admin.token,
    body: { title: 'Lamp of the thread' },
  })
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into slack_message (tenant_id, id, channel_id, kind, task_id, ts, created_at) values ($1, $2, 'C1', 'TASK', $3, '1.1', $4)`,
      [tenant.id, newId(Date.now()), task.json.data.id, ctx.now],
    ),
  )
  let service = await start()
  const times: number[] = []
  /** As Slack does: until it is acknowledged. */
  const deliver = async (n: number): Promise<void> => {
    const event = {
      type: 'message',
      user,
      channel: 'C1',
      ts: `2.${n}`,
      thread_ts: '1.1',
      text: `answer ${n}`,
    }
    const body = JSON.stringify({ type: 'event_callback', team_id: team.teamId, event_id: `Ev${n}`, event })
    for (;;) {
      const at = String(Math.floor(Date.now() / 1000))
      const began = performance.now()
      const signature = createHmac('sha256', signingSecret).update(`v0:${at}:${body}`).digest('hex')
      const status = await fetch(`${service.url}/api/slack/events`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-slack-request-timestamp': at,
          'x-slack-signature': `v0=${signature}`,
        },
        body,
      }).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 200) {
        times.push(performance.now() - began)
        return
      }
      await delay(50)
    }
  }
  const queue = Array.from({ length: events * deliveries }, (_, n) => n % events).values()
  let sent = 0
  const sending = Array.from({ length: sideBySide }, async () => {
    for (const n of queue) {
      await deliver(n)
      sent++
    }
  })
  for (let kill = 1; kill <= kills; kill++) {
    await until(() => sent >= (events * deliveries * kill) / (kills + 1), 300_000)
    service.kill('SIGKILL')
    await service.ended
    service = await start()
  }
  await Promise.all(sending)
  const counted = async (text: string): Promise<number> =>
    (await tenant.inside((ctx) => ctx.run<{ n: number }>(text, [tenant.id])))[0]?.n ?? -1
  const waiting = 'select count(*) as n from slack_event where tenant_id = $1'
  assert.ok((await until(async () => (await counted(waiting)) === 0, 300_000)) !== undefined)
  service.kill('SIGTERM')
  await service.ended
  assert.equal(await counted('select count(*) as n from task_note where tenant_id = $1'), events)
  assert.equal(await counted('select count(distinct text) as n from task_note where tenant_id = $1'), events)
  times.sort((a, b) => a - b)
  const at = (share: number): string => `${Math.round(times[Math.floor(times.length * share)] ?? 0)} ms`
  console.log(`acknowledged: p50 ${at(0.5)}, p99 ${at(0.99)}, all within ${at(0.9999)}`)
})
