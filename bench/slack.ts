/**
 * Events of Slack, each delivered three times while the service is killed three times: what was doubled or lost, and
 * how soon they are acknowledged. Choices of a list with 10,000 amenities.
 */
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import type { Prepared, Service } from '#test/faults/service.ts'
import type { Line, Rounds } from './report.ts'
import { median, newTenant, type Stage, serviceSecret, until, withService } from './stage.ts'

const eventCount = 1000
const deliveries = 3
const kills = 3
const connections = 16
const amenities = 10_000
const asks = 200
const signingSecret = 'signing secret of the measurements'

/** Takes every call. */
const startSlack = async () => {
  let count = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const edited = new URLSearchParams(Buffer.concat(parts).toString()).get('ts')
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ok: true, ts: edited ?? `2.${++count}` }))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/api/`, close: () => void server.close() }
}

const post = async (service: Service, target: string, body: string, form: boolean): Promise<string> => {
  const at = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', signingSecret).update(`v0:${at}:${body}`).digest('hex')
  const response = await fetch(service.url + target, {
    method: 'POST',
    headers: {
      'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      'x-slack-request-timestamp': String(at),
      'x-slack-signature': `v0=${signature}`,
    },
    body,
    signal: AbortSignal.timeout(10_000),
  })
  if (response.status !== 200) throw new Error(`Slack was answered ${response.status}`)
  return response.text()
}

/** The tenant is connected, its administrator linked, and a task has a message. */
const connect = async (stage: Stage, { tenantId, userId }: Prepared): Promise<void> => {
  const token = deriveKeys(serviceSecret).encrypt(`slack:${tenantId}`, 'xoxb-of-the-measurements')
  await stage.sql("insert into slack_team (team_id, tenant_id) values ('T1', $1)", [tenantId])
  await stage.sql(
    `insert into slack_workspace (tenant_id, state, team_id, team_name, bot_user_id, token, connected_at)
     values ($1, 'CONNECTED', 'T1', 'Bench', 'UBOT', $2, now())`,
    [tenantId, token],
  )
  await stage.sql("insert into slack_person values ($1, $2, 'U1', now())", [tenantId, userId])
  await stage.sql("insert into slack_channel (tenant_id, id, name) values ($1, 'C1', 'bench')", [tenantId])
  await stage.sql(
    `insert into slack_message (tenant_id, id, channel_id, kind, task_id, ts, created_at)
     select tenant_id, gen_random_uuid(), 'C1', 'TASK', id, '1.1', now() from task where tenant_id = $1`,
    [tenantId],
  )
}

const bodyOf = (index: number): string =>
  JSON.stringify({
    type: 'event_callback',
    team_id: 'T1',
    event_id: `Ev${index}`,
    event: {
      type: 'message',
      user: 'U1',
      channel: 'C1',
      thread_ts: '1.1',
      ts: `3.${index}`,
      text: `Answer ${index}`,
    },
  })

/** @returns milliseconds until each acknowledgement */
const deliverAll = async (start: () => Promise<Service>): Promise<number[]> => {
  let service = await start()
  const times: number[] = []
  const total = eventCount * deliveries
  let [next, restart] = [0, Promise.resolve()]
  const killAt = Array.from({ length: kills }, (_, index) => Math.floor((total * (index + 1)) / (kills + 1)))
  const kill = async (): Promise<void> => {
    service.kill('SIGKILL')
    await service.ended
    service = await start()
  }
  const sender = async (): Promise<void> => {
    for (let index = next++; index < total; index = next++) {
      if (killAt.includes(index)) restart = kill()
      // Repeats come among later events, as those of Slack do.
      const body = bodyOf(Math.floor(index / deliveries + (index % deliveries) * 7) % eventCount)
      for (let taken = false; !taken; ) {
        await restart
        const began = performance.now()
        taken = await post(service, '/api/slack/events', body, false).then(
          () => true,
          () => false,
        )
        if (taken) times.push(performance.now() - began)
        else await delay(50)
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, sender))
  return times.sort((a, b) => a - b)
}

const nth = (times: readonly number[], share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

const measureOptions = async (stage: Stage, service: Service, tenant: Prepared): Promise<Line> => {
  await stage.sql(
    `insert into amenity select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'name', 'Room ' || n))).*
     from amenity a, generate_series(1, ${amenities}) n where a.tenant_id = $1 and a.id = $2`,
    [tenant.tenantId, tenant.places[0]?.amenityId],
  )
  await stage.sql('analyze amenity')
  const ask = async (list: string, index: number): Promise<number> => {
    const payload = { type: 'block_suggestion', team: { id: 'T1' }, user: { id: 'U1' }, action_id: list }
    const value = String(Math.floor((index * 7919) % amenities))
    const body = new URLSearchParams({ payload: JSON.stringify({ ...payload, value }) }).toString()
    const began = performance.now()
    await post(service, '/api/slack/options', body, true)
    return performance.now() - began
  }
  const of = async (list: string): Promise<number[]> => {
    const times: number[] = []
    for (let index = 0; index < asks; index++) times.push(await ask(list, index))
    return times.sort((a, b) => a - b)
  }
  await of('category')
  const [few, many] = [await of('category'), await of('amenity')]
  return {
    what: `Choices of a list with ${amenities} amenities, one after the other`,
    value: `p50 ${Math.round(median(many))} ms, p99 ${Math.round(nth(many, 0.99))} ms`,
    ratio: `${(median(many) / median(few)).toFixed(1)} × the list of issues`,
    goal: 'p99 300 ms',
  }
}

export const benchSlack = async (stage: Stage, { note }: Rounds): Promise<Line[]> => {
  const slack = await startSlack()
  const env = {
    ROLE: 'all',
    SLACK_CLIENT_ID: 'client',
    SLACK_CLIENT_SECRET: 'client-secret',
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_API_URL: slack.url,
  }
  try {
    const tenant = await withService(stage, env, async (service) => {
      const made = await newTenant(service, 1)
      await fetch(`${service.url}/api/tasks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'A lamp' }),
      })
      return made
    })
    await connect(stage, tenant)
    note('events of Slack, with kills')
    let last: Service | undefined
    const times = await deliverAll(async () => {
      last = await stage.start(env)
      return last
    })
    if (!last) return []
    const waiting =
      "select (select count(*) from slack_event) + (select count(*) from due_work where kind = 'slack.event') as n"
    await until(stage, waiting, (n) => n === 0, 200)
    const [notes] = await stage.sql<{ all: number; distinct: number }>(
      `select count(*)::int as all, count(distinct text)::int as distinct from task_note where tenant_id = $1 and source = 'SLACK'`,
      [tenant.tenantId],
    )
    const { all = 0, distinct = 0 } = notes ?? {}
    note('choices of Slack')
    const options = await measureOptions(stage, last, tenant)
    last.kill('SIGTERM')
    await last.ended
    return [
      {
        what: `${eventCount} answers in a thread, each delivered ${deliveries} times, the service killed ${kills} times`,
        value: `${all - distinct} notes doubled, ${eventCount - distinct} lost`,
        ratio: '',
        goal: '0',
      },
      {
        what: `Acknowledgement of an event, ${connections} at once, of those that were answered`,
        value: `p50 ${Math.round(median(times))} ms, p99 ${Math.round(nth(times, 0.99))} ms`,
        ratio: `p99 ${(nth(times, 0.99) / median(times)).toFixed(1)} × p50`,
        goal: 'p99 300 ms',
      },
      options,
    ]
  } finally {
    slack.close()
  }
}
