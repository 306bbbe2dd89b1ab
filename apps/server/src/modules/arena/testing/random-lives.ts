/** Random lives of tasks, with handlers that are late, run twice or are killed, against a plain recount. */
import { randomUUID } from 'node:crypto'
import type { Priority } from '#contracts/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestServer } from '#test/server.ts'
import { settleTask } from '../points/settle-task.ts'
import { type ArenaWorld, startSeason } from './arena-world.ts'

const hourMs = 3_600_000
/** Priority, and one quarter of an hour of work without a category. */
const worth: Readonly<Record<Priority, number>> = { LOW: 2, MEDIUM: 3, HIGH: 4, URGENT: 5 }
const priorities = Object.keys(worth) as Priority[]

/** A task as these tests know it. */
interface Life {
  readonly id: string
  readonly priority: Priority
  readonly maker: string
  state: 'OPEN' | 'DONE' | 'GONE'
  finisher: string
  helper: string | null
  doneAt: number
  verification: 'NONE' | 'CLAIMED' | 'CONFIRMED' | 'REJECTED'
}

/** A repeatable source of numbers from 0 to 1. */
const randomOf = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

const create = (ctx: TenantContext, { id, priority, maker }: Life, number: number): Promise<unknown> =>
  ctx.run(
    `insert into task (tenant_id, id, number, title, source, priority, created_by_kind, created_by_id, created_at, updated_at)
     values ($1, $2, $3, 'Lamp', 'MANUAL', $4, 'USER', $5, $6, $6)`,
    [ctx.tenantId, id, number, priority, maker, ctx.now],
  )

const write = (
  ctx: TenantContext,
  life: Life,
  by: string,
  action: string,
  changes: object,
): Promise<unknown> =>
  ctx.run(
    `insert into task_history (tenant_id, id, task_id, at, actor_kind, actor_id, actor_name, action, changes)
     values ($1, $2, $3, $4, $5, $6, '', $7, $8)`,
    [
      ctx.tenantId,
      newId(ctx.now.getTime()),
      life.id,
      ctx.now,
      by === '' ? 'VISITOR' : 'USER',
      by,
      action,
      JSON.stringify(changes),
    ],
  )

const save = (ctx: TenantContext, { id, state, doneAt, verification }: Life): Promise<unknown> =>
  ctx.run(
    'update task set status = $3, completed_at = $4, verification = $5 where tenant_id = $1 and id = $2',
    [ctx.tenantId, id, state, state === 'DONE' ? new Date(doneAt) : null, verification],
  )

const note = (ctx: TenantContext, { id }: Life, by: string): Promise<unknown> =>
  ctx.run(
    `insert into task_note (tenant_id, id, task_id, author_kind, author_id, author_name, text, public, created_at)
     values ($1, $2, $3, 'USER', $4, '', 'Seen', false, $5)`,
    [ctx.tenantId, randomUUID(), id, by, new Date(ctx.now.getTime() - 1)],
  )

/** One thing that happens to a task. */
const step = async (ctx: TenantContext, life: Life, people: readonly string[], random: () => number) => {
  const pick = (): string => people[Math.floor(random() * people.length)] ?? ''
  if (life.state === 'GONE') return
  if (random() < 0.05) {
    life.state = 'GONE'
    await ctx.run(
      random() < 0.5
        ? 'delete from task where tenant_id = $1 and id = $2'
        : "update task set merged_into = '01900000-0000-7000-8000-000000000001' where tenant_id = $1 and id = $2",
      [ctx.tenantId, life.id],
    )
    return
  }
  if (life.state === 'OPEN') {
    const helper = life.helper === null && random() < 0.3 ? pick() : null
    if (helper !== null) await note(ctx, life, helper)
    life.helper ??= helper
    Object.assign(life, {
      state: 'DONE',
      finisher: pick(),
      doneAt: ctx.now.getTime(),
      verification: 'CLAIMED',
    })
    await save(ctx, life)
    await write(ctx, life, life.finisher, 'STATUS_CHANGED', { status: ['OPEN', 'DONE'] })
    return
  }
  const before = life.verification
  const chance = random()
  if (chance < 0.4) {
    Object.assign(life, { state: 'OPEN', verification: 'NONE' })
    await save(ctx, life)
    await write(ctx, life, '', 'REOPENED', { status: ['DONE', 'OPEN'] })
  } else if (chance < 0.6) {
    life.verification = 'REJECTED'
    await save(ctx, life)
  } else if (before !== 'CONFIRMED') {
    life.verification = 'CONFIRMED'
    await save(ctx, life)
    await write(ctx, life, '', 'CONFIRMED', { verification: [before, 'CONFIRMED'] })
  }
}

/** What each member should have, told from the tasks alone. */
const recount = (lives: readonly Life[]): Map<string, number> => {
  const points = new Map<string, number>()
  const add = (who: string, more: number) => points.set(who, (points.get(who) ?? 0) + more)
  for (const { state, verification, priority, maker, finisher, helper } of lives) {
    if (state !== 'DONE' || verification === 'REJECTED') continue
    const confirmed = verification === 'CONFIRMED'
    if (maker === finisher && !confirmed) continue
    add(finisher, worth[priority] + (confirmed ? 1 : 0))
    if (helper !== null && helper !== finisher) add(helper, 1)
    if (maker !== finisher && confirmed) add(maker, 2)
  }
  return points
}

const killed = new Error('The worker was killed')

/** Works off the tasks in any order; a third of the time not at all, and a tenth of the time it is killed at the end. */
const handle = async (world: ArenaWorld, lives: readonly Life[], random: () => number): Promise<void> => {
  const some = lives.filter(() => random() < 0.6).sort(() => random() - 0.5)
  await world.tenant
    .inside(async (ctx) => {
      for (const { id } of some) await settleTask(ctx, id)
      if (random() < 0.1) throw killed
    })
    .catch((error: unknown) => {
      if (error !== killed) throw error
    })
}

const balancesText = `select p.user_id, coalesce(sum(l.amount), 0)::int as balance from arena_player p
  left join arena_line l on l.tenant_id = p.tenant_id and l.account = 'player:' || p.id
  where p.tenant_id = $1 group by p.user_id`

/** @returns members whose points differ from the recount, and the sum of all lines */
export const differences = async (
  server: TestServer,
  world: ArenaWorld,
  { count, seed, steps = 5 }: { readonly count: number; readonly seed: number; readonly steps?: number },
) => {
  const random = randomOf(seed)
  await startSeason(world, server.clock.now())
  const { technician, manager, admin } = world.tenant
  const people = [technician.id, manager.id, admin.id, (await world.tenant.person(['TECHNICIAN'])).id]
  for (const person of [technician, manager, admin]) await world.join(person)
  const all: Life[] = []
  for (let from = 0; from < count; from += 100) {
    server.clock.advance(1000)
    const lives = Array.from(
      { length: Math.min(100, count - from) },
      (): Life => ({
        id: randomUUID(),
        priority: priorities[Math.floor(random() * 4)] ?? 'LOW',
        maker: people[Math.floor(random() * people.length)] ?? '',
        state: 'OPEN',
        finisher: '',
        helper: null,
        doneAt: 0,
        verification: 'NONE',
      }),
    )
    await world.tenant.inside(async (ctx) => {
      for (const [at, life] of lives.entries()) await create(ctx, life, from + at + 1)
    })
    for (let turn = 0; turn < steps; turn += 1) {
      server.clock.advance(random() < 0.3 ? 2 * hourMs : 60_000)
      await world.tenant.inside(async (ctx) => {
        for (const life of lives) if (random() < 0.7) await step(ctx, life, people, random)
      })
      await handle(world, lives, random)
    }
    all.push(...lives)
  }
  server.clock.advance(2 * hourMs)
  // What the last events of each task cause; the one who never joined gets nothing.
  for (let from = 0; from < all.length; from += 100)
    await world.tenant.inside(async (ctx) => {
      for (const { id } of all.slice(from, from + 100)) await settleTask(ctx, id)
    })
  const right = recount(all)
  const rows = await world.tenant.inside(({ run }) =>
    run<{ user_id: string; balance: number }>(balancesText, [world.tenant.id]),
  )
  const [sum] = await world.tenant.inside(({ run }) =>
    run<{ all: number }>('select coalesce(sum(amount), 0)::int as all from arena_line where tenant_id = $1', [
      world.tenant.id,
    ]),
  )
  return {
    wrong: rows.filter(({ user_id, balance }) => balance !== (right.get(user_id) ?? 0)),
    points: rows.reduce((total, { balance }) => total + balance, 0),
    sum: sum?.all,
  }
}
