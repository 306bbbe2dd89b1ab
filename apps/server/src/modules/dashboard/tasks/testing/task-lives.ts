/**
 * Creates tasks that change over weeks, through the product's own operations under a moved clock, and records what
 * happened.
 */

import assert from 'node:assert/strict'
import type { Task } from '#contracts/tasks/records.ts'
import { confirmTask, openTask, reopenTask } from '#server/modules/tasks/public.ts'
import { activate } from '#test/company.ts'
import type { TestServer } from '#test/server.ts'
import { createKey, createTenant, type TestTenant } from '#test/world.ts'

export interface Turn {
  readonly at: number
  readonly kind: 'FINISHED' | 'REOPENED'
}

/** A task as it is now, and its recorded history. */
export interface Life {
  readonly task: Task
  readonly type: string
  readonly turns: readonly Turn[]
  readonly firstAction: number | undefined
}

export interface World {
  readonly tenant: TestTenant
  readonly key: string
  readonly zones: ReadonlyMap<string, string>
  readonly buildings: readonly string[]
  readonly amenities: readonly string[]
  /** assignee id of either kind → person, and their company */
  readonly people: ReadonlyMap<string, { readonly person: string; readonly company: string | null }>
  readonly lives: readonly Life[]
}

export const randomFrom = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return {
    next,
    below: (n: number): number => Math.floor(next() * n),
    pick: <T>(list: readonly T[]): T => {
      const one = list[Math.floor(next() * list.length)]
      if (one === undefined) throw new Error('The list is empty')
      return one
    },
  }
}
export type Random = ReturnType<typeof randomFrom>

export const tenantZone = 'Europe/Berlin'
export const placeZones = ['America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia', 'Africa/Cairo'] as const
const types = ['WASHROOM', 'KITCHEN', 'ELEVATOR'] as const
const categories = ['NO_PAPER', 'LEAK', 'BIN_FULL', 'NOT_CLEAN', 'LIGHT_OUT', 'NO_SOAP']
const priorities = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const
const hour = 3600_000
const day = 24 * hour

interface Noted {
  readonly type: string
  readonly turns: Turn[]
  firstAction?: number
}

const time = (text: string | null): number | undefined => (text === null ? undefined : Date.parse(text))

/** @param span from the first creation to now, in days */
export const liveThrough = async (
  server: TestServer,
  random: Random,
  { tasks, steps, begin, span }: { tasks: number; steps: number; begin: Date; span: number },
): Promise<World> => {
  server.clock.set(begin)
  const tenant = await createTenant(server, { timeZone: tenantZone })
  const { key } = await createKey(server, tenant, 'read', 'write')
  const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await server.call<T>(method, `/api${path}`, { key, body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.json.data
  }
  const idOf = async (path: string, body: unknown): Promise<string> =>
    (await send<{ id: string }>('POST', path, body)).id
  const zones = new Map<string, string>()
  const amenities = new Map<string, string>()
  const buildingOf = new Map<string, string>()
  for (const timeZone of placeZones) {
    const buildingId = await idOf('/admin/buildings', { name: `House in ${timeZone}`, timeZone })
    zones.set(buildingId, timeZone)
    for (const type of types) {
      const id = await idOf('/admin/amenities', { name: `${type} 1`, buildingId, type })
      amenities.set(id, type)
      buildingOf.set(id, buildingId)
    }
  }
  await idOf('/admin/sla-policies', {
    name: 'Washrooms quickly',
    scope: { types: ['WASHROOM'] },
    targets: { MEDIUM: { respondMinutes: 30, resolveMinutes: 300, clock: 'ALWAYS' } },
  })
  for (const [type, respondMinutes, resolveMinutes] of [
    ['KITCHEN', 14_400, 43_200],
    ['ELEVATOR', 28_800, 86_400],
  ] as const) {
    const weeks = { respondMinutes, resolveMinutes, clock: 'ALWAYS' }
    const targets = { LOW: weeks, MEDIUM: weeks, HIGH: weeks, URGENT: weeks }
    await idOf('/admin/sla-policies', { name: `${type} in weeks`, scope: { types: [type] }, targets })
  }
  const companyId = await idOf('/operator/companies', { name: 'Sparkle', kind: 'PROVIDER' })
  await activate(tenant, companyId)
  const helper = await tenant.person(['TECHNICIAN'])
  const operatorId = await idOf('/operator/operators', { name: 'Olga', companyId, email: 'olga@example.com' })
  const linkedId = await idOf('/operator/operators', { name: 'Helper', companyId, userId: helper.id })
  const people = new Map([
    [tenant.technician.id, { person: `USER${tenant.technician.id}`, company: null }],
    [tenant.manager.id, { person: `USER${tenant.manager.id}`, company: null }],
    [helper.id, { person: `USER${helper.id}`, company: companyId }],
    [operatorId, { person: `OPERATOR${operatorId}`, company: companyId }],
    [linkedId, { person: `USER${helper.id}`, company: companyId }],
    [companyId, { person: `COMPANY${companyId}`, company: null }],
  ])
  const assignees = [
    { userId: tenant.technician.id },
    { userId: tenant.manager.id },
    { userId: helper.id },
    { operatorId },
    { operatorId: linkedId },
    { companyId },
  ]

  const noted = new Map<string, Noted>()
  const gone = new Set<string>()
  const read = (id: string): Promise<Task> => send<Task>('GET', `/tasks/${id}`)
  const note = (before: Task, after: Task): void => {
    const life = noted.get(after.id)
    if (!life || after.version === before.version) return
    const at = Date.parse(after.updatedAt)
    if (before.status !== 'DONE' && after.status === 'DONE') life.turns.push({ at, kind: 'FINISHED' })
    if (before.status === 'DONE' && after.status !== 'DONE') life.turns.push({ at, kind: 'REOPENED' })
    const acted =
      before.status === after.status ? undefined : (time(after.startedAt) ?? time(after.completedAt))
    if (acted !== undefined) life.firstAction ??= acted
  }
  const create = async (): Promise<void> => {
    const amenityId = random.next() < 0.9 ? random.pick([...amenities.keys()]) : null
    const type = amenityId === null ? '' : (amenities.get(amenityId) ?? '')
    const priority = random.pick(priorities)
    const category = random.pick(categories)
    const open = `/tasks?status=OPEN,IN_PROGRESS&amenity=${amenityId}&category=${category}`
    if (amenityId !== null && random.next() < 0.3 && (await send<Task[]>('GET', open)).length === 0) {
      const problem = {
        priority,
        source: 'FEEDBACK',
        buildingId: buildingOf.get(amenityId) ?? '',
        amenityId,
        category,
        skill: null,
        createdBy: { kind: 'VISITOR', id: null, name: 'Visitor' },
      } as const
      const { taskId } = await tenant.inside((ctx) => openTask(ctx, problem))
      if (!noted.has(taskId)) noted.set(taskId, { type, turns: [] })
      return
    }
    const assignee = random.next() < 0.5 ? random.pick(assignees) : null
    const task = await send<Task>('POST', '/tasks', { title: 'Mend it', priority, amenityId, assignee })
    noted.set(task.id, { type, turns: [] })
  }
  const status = (id: string, body: unknown): Promise<unknown> => send('PATCH', `/tasks/${id}/status`, body)
  /** As reported by a phone that was offline for hours. */
  const finishLate = (id: string): Promise<unknown> =>
    send('POST', '/tasks/bulk', {
      operations: [
        {
          clientId: `${id.slice(-8)}-${random.next()}`,
          at: new Date(server.clock.now().getTime() - random.next() * 9 * hour).toISOString(),
          taskId: id,
          kind: 'status',
          status: 'DONE',
        },
      ],
    })
  const act = async (id: string): Promise<void> => {
    const before = await read(id)
    const dice = random.next()
    if (before.mergedInto !== null) return
    if (before.status === 'DONE') {
      if (dice < 0.25) await tenant.inside((ctx) => confirmTask(ctx, id))
      // If the problem has another open task, that one stays open instead.
      else if (dice < 0.45) await tenant.inside((ctx) => reopenTask(ctx, id))
      else if (dice < 0.6 && before.source === 'MANUAL')
        await status(id, { status: random.pick(['OPEN', 'IN_PROGRESS']) })
    } else if (dice < 0.2) await status(id, { status: 'IN_PROGRESS' })
    else if (dice < 0.45) await status(id, { status: 'DONE' })
    else if (dice < 0.55) await finishLate(id)
    else if (dice < 0.66) await status(id, { status: before.status, blocked: { reason: 'PARTS' } })
    else if (dice < 0.7) await status(id, { status: before.status, blocked: null })
    else if (dice < 0.74) await status(id, { status: 'OPEN' })
    else if (dice < 0.86) await send('POST', `/tasks/${id}/assign`, random.pick(assignees))
    else if (dice < 0.9) await send('PATCH', `/tasks/${id}`, { priority: random.pick(priorities) })
    else if (dice < 0.94) {
      const others = [...noted.keys()].filter((other) => other !== id && !gone.has(other))
      const other = others.length > 0 ? await read(random.pick(others)) : before
      if (other.id !== id && other.mergedInto === null && other.status !== 'DONE') {
        await send('POST', `/tasks/${other.id}/merge`, { taskIds: [id] })
        gone.add(id)
        return
      }
    } else if (dice < 0.96) {
      await send('DELETE', `/tasks/${id}`)
      gone.add(id)
      return
    }
    note(before, await read(id))
  }

  const zoneOffsets = [0, 3.5, -5.75, -13, -2, -1]
  const moments = Array.from({ length: tasks + steps }, (_, index) => {
    const at = begin.getTime() + random.next() * span * day
    // A third lies within seconds of a midnight, where errors of days show.
    const midnight =
      Math.round(at / day) * day + random.pick(zoneOffsets) * hour + (random.next() - 0.5) * 8000
    return { at: index % 3 === 0 ? midnight : at, isNew: index < tasks }
  }).sort((one, other) => one.at - other.at)
  for (const { at, isNew } of moments) {
    // The clock only moves forward.
    if (at > server.clock.now().getTime()) server.clock.set(new Date(at))
    const living = [...noted.keys()].filter((id) => !gone.has(id))
    if (isNew || living.length === 0) await create()
    else await act(random.pick(living))
  }
  const end = begin.getTime() + span * day
  if (end > server.clock.now().getTime()) server.clock.set(new Date(end))
  // Waits for tasks that rules create meanwhile, such as cause tasks.
  await server.drain()
  const lives: Life[] = []
  for (let page = 1; lives.length === (page - 1) * 100; page++)
    for (const task of await send<Task[]>('GET', `/tasks?pageSize=100&page=${page}&sort=createdAt`)) {
      const { type, turns = [], firstAction } = noted.get(task.id) ?? {}
      lives.push({ task, type: type ?? amenities.get(task.amenity?.id ?? '') ?? '', turns, firstAction })
    }
  return {
    tenant,
    key,
    zones,
    buildings: [...zones.keys()],
    amenities: [...amenities.keys()],
    people,
    lives,
  }
}
