/** A tenant whose submissions change in all possible ways, and its rows as they are. */

import { loadFeedback } from '#server/modules/feedback/public.ts'
import { rollUp } from '#server/modules/feedback/rollup/roll-up.ts'
import { emit } from '#server/platform/events/emit.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestServer } from '#test/server.ts'
import { createKey, createTenant, type TestTenant } from '#test/world.ts'
import type { PlainRow } from './plain-count.ts'
import { random as seeded } from './random.ts'

export interface Building {
  readonly id: string
  readonly name: string
  zone: string
}

export interface Amenity {
  readonly id: string
  readonly name: string
  readonly type: string
  buildingId: string
}

export interface World {
  readonly server: TestServer
  readonly tenant: TestTenant
  readonly key: string
  readonly timeZone: string
  readonly buildings: Building[]
  readonly amenities: Amenity[]
  readonly next: () => number
}

export const zones = [
  'Europe/Berlin',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Havana',
  'Pacific/Chatham',
  'America/New_York',
  'UTC',
]
const types = ['WASHROOM', 'KITCHEN', 'ELEVATOR']
const codes = ['NO_PAPER', 'LEAK', 'LIGHT_OUT', 'OTHER']
const dayMs = 86_400_000

export const pick = <T>(next: () => number, list: readonly T[]): T => {
  const found = list[Math.floor(next() * list.length)]
  if (found === undefined) throw new Error('The list is empty')
  return found
}

const post = async (
  { server }: Pick<World, 'server'>,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ id: string }> => {
  const reply = await server.call<{ id: string }>(method, path, { token, body })
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`)
  return reply.json.data
}

/** Signs in anew, because the clock moves by days. */
const asAdmin = async ({ tenant }: Pick<World, 'tenant'>): Promise<string> =>
  (await tenant.person(['ADMIN'])).token

/** Near a midnight or a full hour of some zone, where errors of days show, or anywhere. */
const someMoment = (next: () => number, from: number, to: number): number => {
  const at = from + next() * (to - from)
  return next() < 0.4
    ? Math.round(at / 900_000) * 900_000 + Math.floor((next() - 0.5) * 4) * 1000
    : Math.floor(at)
}

const submissions = ({ next, amenities }: World, n: number, from: number, to: number) =>
  Array.from({ length: n }, () => {
    const amenity = pick(next, amenities)
    const at = Math.min(someMoment(next, from, to), to)
    const named = next() < 0.4 ? [pick(next, codes), pick(next, codes)] : []
    return {
      id: newId(at),
      amenityId: amenity.id,
      buildingId: amenity.buildingId,
      rating: next() < 0.15 ? null : 1 + Math.floor(next() * 5),
      comment: next() < 0.3 ? 'Words' : null,
      issues: named.map((code) => ({ code, detail: null })),
      language: 'en',
      source: `s${Math.floor(next() * 1e9)}`,
      answer: null,
      createdAt: new Date(at),
    }
  })

/** Inserted directly, with past times. */
const insertText = `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, issues, language, source, state, counted, created_at)
  select $1, r.* from jsonb_to_recordset($2) as r (id uuid, amenity_id uuid, building_id uuid, rating smallint, comment text,
    issues jsonb, language text, source text, state text, counted boolean, created_at timestamptz)
  returning 1`

export const arrive = async (world: World, n: number, from: number, to: number): Promise<void> => {
  const rows = submissions(world, n, from, to).map((one) => ({
    id: one.id,
    amenity_id: one.amenityId,
    building_id: one.buildingId,
    rating: one.rating,
    comment: one.comment,
    issues: one.issues,
    language: one.language,
    source: one.source,
    created_at: one.createdAt,
    ...(world.next() < 0.1 ? { state: 'QUARANTINED', counted: false } : { state: 'VISIBLE', counted: true }),
  }))
  await world.tenant.inside((ctx) => ctx.run(insertText, [ctx.tenantId, JSON.stringify(rows)]))
}

export const createWorld = async (server: TestServer, seed: number): Promise<World> => {
  const next = seeded(seed)
  const timeZone = pick(next, zones)
  const tenant = await createTenant(server, { timeZone })
  const { key } = await createKey(server, tenant, 'read')
  const world: World = { server, tenant, key, timeZone, next, buildings: [], amenities: [] }
  const token = tenant.admin.token
  for (let index = 0; index < 3; index++) {
    const zone = index === 0 ? timeZone : pick(next, zones)
    const name = `Building ${index}`
    const { id } = await post(world, token, 'POST', '/api/admin/buildings', { name, timeZone: zone })
    world.buildings.push({ id, name, zone })
    for (let n = 0; n < 2; n++) {
      const [amenity, type] = [`Amenity ${index}.${n}`, pick(next, types)]
      const made = await post(world, token, 'POST', '/api/admin/amenities', {
        name: amenity,
        buildingId: id,
        type,
      })
      world.amenities.push({ id: made.id, name: amenity, type, buildingId: id })
    }
  }
  const now = server.clock.now().getTime()
  await arrive(world, 500, now - 100 * dayMs, now)
  return world
}

const someId = async (world: World, where: string): Promise<string | undefined> => {
  const rows = await world.tenant.inside((ctx) =>
    ctx.run<{ id: string }>(`select id from feedback where tenant_id = $1 and ${where} order by id`, [
      ctx.tenantId,
    ]),
  )
  return rows.length === 0 ? undefined : pick(world.next, rows).id
}

const moderate = async (world: World, where: string, body: object): Promise<void> => {
  const id = await someId(world, `erased_at is null and ${where}`)
  if (id)
    await post(world, await asAdmin(world), 'PATCH', `/api/admin/feedback/${id}`, { ...body, reason: 'x' })
}

/** Several submissions of one source within an hour, handled in one batch: all but one are not counted. */
const burst = async (world: World): Promise<void> => {
  const { next, tenant, server } = world
  const now = server.clock.now().getTime()
  const amenity = pick(next, world.amenities)
  const at = now - Math.floor(next() * 20) * dayMs
  const rows = Array.from({ length: 6 }, (_, index) => ({
    id: newId(at),
    amenity_id: amenity.id,
    building_id: amenity.buildingId,
    rating: 1,
    comment: null,
    issues: [],
    language: 'en',
    source: `burst-${at}`,
    state: 'VISIBLE',
    counted: true,
    created_at: new Date(at - index * 60_000),
  }))
  await tenant.inside(async (ctx) => {
    await ctx.run(insertText, [ctx.tenantId, JSON.stringify(rows)])
    // The events keep the time at which each was sent.
    for (const { id, created_at: sent } of rows)
      await emit({ ...ctx, now: sent }, 'feedback.created', {
        feedbackId: id,
        amenityId: amenity.id,
        buildingId: amenity.buildingId,
        rating: 1,
        issues: [],
        quarantined: false,
      })
  })
  await server.drain()
}

/** Changes of submissions and places. */
const changes: Readonly<Record<string, (world: World) => Promise<void>>> = {
  hide: (world) => moderate(world, 'true', { hidden: true }),
  release: (world) => moderate(world, 'not counted', { release: true }),
  quarantine: burst,
  erase: async (world) => {
    const id = await someId(world, 'erased_at is null')
    if (id) await post(world, await asAdmin(world), 'DELETE', `/api/admin/feedback/${id}`)
  },
  move: async (world) => {
    const amenity = pick(world.next, world.amenities)
    const building = pick(world.next, world.buildings)
    await world.tenant.inside((ctx) =>
      ctx.run('update amenity set building_id = $3 where tenant_id = $1 and id = $2', [
        ctx.tenantId,
        amenity.id,
        building.id,
      ]),
    )
    amenity.buildingId = building.id
  },
  'move the clock of a building': async (world) => {
    const building = pick(world.next, world.buildings)
    building.zone = pick(world.next, zones)
    await post(world, await asAdmin(world), 'PATCH', `/api/admin/buildings/${building.id}`, {
      timeZone: building.zone,
    })
  },
  'load what is old': async (world) => {
    const now = world.server.clock.now().getTime()
    const rows = submissions(world, 5, now - 120 * dayMs, now)
    await world.tenant.inside((ctx) => loadFeedback(ctx, rows))
  },
  'over midnight': async (world) => {
    const now = world.server.clock.now().getTime()
    const ahead = Math.floor(world.next() * 2 * dayMs)
    // Inserted before the clock moves: otherwise the rollup might count their days without them, which does not
    // happen to real submissions.
    await arrive(world, 10, now, now + ahead)
    world.server.clock.advance(ahead)
  },
  'count a part': async (world) => void (await world.tenant.inside((ctx) => rollUp(ctx, 0))),
  'count all': async (world) => {
    for (let more = true; more; ) more = await world.tenant.inside((ctx) => rollUp(ctx, 0))
  },
}

export const changeSomething = async (world: World): Promise<string> => {
  const name = pick(world.next, Object.keys(changes))
  await changes[name]?.(world)
  return name
}

interface StoredRow {
  id: string
  created_at: Date
  amenity_id: string
  building_id: string
  rating: number | null
  counted: boolean
  issues: { code: string }[]
}

export const plainRows = async ({ tenant }: World): Promise<PlainRow[]> => {
  const rows = await tenant.inside((ctx) =>
    ctx.run<StoredRow>(
      'select id, created_at, amenity_id, building_id, rating, counted, issues from feedback where tenant_id = $1',
      [ctx.tenantId],
    ),
  )
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at.getTime(),
    amenityId: row.amenity_id,
    buildingId: row.building_id,
    rating: row.rating,
    counted: row.counted,
    codes: [...new Set(row.issues.map(({ code }) => code))],
  }))
}
