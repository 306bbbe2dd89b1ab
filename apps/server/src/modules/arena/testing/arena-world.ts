/** An arena that is switched on, with a season that runs and people who have joined, made over the API. */
import assert from 'node:assert/strict'
import type { Caps, Entry, PlayerProfile, Season } from '#contracts/arena/records.ts'
import { defaultCaps } from '#contracts/arena/records.ts'
import { startSession } from '#server/modules/auth/public.ts'
import type { CallOptions, Reply, TestServer } from '#test/server.ts'
import { createTenant, type TestPerson, type TestTenant } from '#test/world.ts'

const dayMs = 86_400_000

export interface ArenaWorld {
  readonly tenant: TestTenant
  /** as an administrator with a token of now */
  admin<T>(method: string, path: string, body?: unknown): Promise<Reply<T>>
  /** a member's token of now, however far the clock went */
  staffToken(person: TestPerson): Promise<string>
  /** an arena token of now */
  enter(person: TestPerson): Promise<string>
  /** enters and joins */
  join(person: TestPerson, alias?: string): Promise<PlayerProfile>
  as<T>(person: TestPerson, method: string, path: string, body?: unknown): Promise<Reply<T>>
  entries(person: TestPerson): Promise<readonly Entry[]>
  /** gives points as a movement and its line, for what is bought with them */
  give(player: PlayerProfile, points: number, seasonId: string): Promise<void>
}

export const openArena = async (server: TestServer, caps: Partial<Caps> = {}): Promise<ArenaWorld> => {
  const tenant = await createTenant(server)
  const staffToken: ArenaWorld['staffToken'] = async ({ id }) =>
    (await tenant.inside((ctx) => startSession(ctx, { id, roles: ['ADMIN'] }, 'Test', 'SSO'))).accessToken
  const call = <T>(method: string, path: string, options: CallOptions) =>
    server.call<T>(method, path, options)
  const admin: ArenaWorld['admin'] = async (method, path, body) =>
    call(method, path, { token: await staffToken(tenant.admin), body })
  const enter: ArenaWorld['enter'] = async (person) => {
    const reply = await call<{ accessToken: string }>('POST', '/api/arena/session', {
      token: await staffToken(person),
    })
    assert.equal(reply.status, 200, reply.text)
    return reply.json.data.accessToken
  }
  const as: ArenaWorld['as'] = async (person, method, path, body) =>
    call(method, path, { token: await enter(person), body })
  const on = await admin('PUT', '/api/admin/arena', { enabled: true, caps: { ...defaultCaps, ...caps } })
  assert.equal(on.status, 200, on.text)
  return {
    tenant,
    admin,
    staffToken,
    enter,
    as,
    join: async (person, alias) => {
      const reply = await as<PlayerProfile>(person, 'POST', '/api/arena/me/opt-in', {
        optIn: true,
        ...(alias === undefined ? {} : { alias }),
      })
      assert.equal(reply.status, 200, reply.text)
      return reply.json.data
    },
    entries: async (person) => {
      const reply = await as<Entry[]>(person, 'GET', '/api/arena/me/points?pageSize=100')
      assert.equal(reply.status, 200, reply.text)
      return reply.json.data
    },
    give: ({ player }, points, seasonId) =>
      tenant.inside(async ({ run, now }) => {
        await run(
          `with e as (insert into arena_entry (tenant_id, id, key, player_id, season_id, kind, state, points, full_points, at)
             values ($1, gen_random_uuid(), gen_random_uuid(), $2, $4, 'TASK', 'CREDITED', $3, $3, $5) returning id)
           insert into arena_line (tenant_id, id, key, account, amount, at)
           select $1, gen_random_uuid(), 'entry:' || e.id, row.account, row.amount, $5
           from e, (values ('player:' || $2::uuid, $3::int), ('issued', -$3::int)) as row (account, amount)
           returning 1`,
          [tenant.id, player?.id, points, seasonId, now],
        )
      }),
  }
}

/** A season of 60 days that runs from now on. */
export const startSeason = async (
  world: ArenaWorld,
  now: Date,
  challenges: readonly object[] = [],
): Promise<Season> => {
  const made = await world.admin<Season>('POST', '/api/admin/arena/seasons', {
    name: 'Spring',
    startsAt: new Date(now.getTime() + 60_000).toISOString(),
    endsAt: new Date(now.getTime() + 60 * dayMs).toISOString(),
    challenges,
  })
  assert.equal(made.status, 201, made.text)
  const started = await world.admin<Season>('PATCH', `/api/admin/arena/seasons/${made.json.data.id}`, {
    state: 'ACTIVE',
  })
  assert.equal(started.status, 200, started.text)
  assert.equal(started.json.data.state, 'ACTIVE')
  return started.json.data
}

/** Moves people into a company, which is their team. */
export const putIntoCompany = async (
  world: ArenaWorld,
  name: string,
  people: readonly TestPerson[],
): Promise<string> => {
  const company = await world.admin<{ id: string }>('POST', '/api/operator/companies', { name })
  assert.equal(company.status, 201, company.text)
  for (const { id, name: called } of people) {
    const made = await world.admin('POST', '/api/operator/operators', {
      name: called,
      userId: id,
      companyId: company.json.data.id,
    })
    assert.equal(made.status, 201, made.text)
  }
  return company.json.data.id
}
