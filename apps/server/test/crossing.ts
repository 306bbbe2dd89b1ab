/** Two that need the same rows: the test plays one of them, step by step, so that they cross each time. */
import assert from 'node:assert/strict'
import type { TenantContext } from '#server/platform/context.ts'
import { until } from './faults/service.ts'
import type { TestTenant } from './world.ts'

/** A statement that locks, and gives, one row; $1 is the tenant. */
export type Lock = readonly [text: string, id: string]

/** As the worker takes it. */
export const dueWork = (kind: string, key: string): Lock => [
  `select 1 from due_work where tenant_id = $1 and kind = '${kind}' and key = $2 for update`,
  key,
]

const waiting =
  'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)) limit 1'

/** Until somebody waits for what this transaction has locked. */
export const untilWaitedFor = async (ctx: TenantContext): Promise<void> => {
  const waited = await until(async () => (await ctx.run(waiting, [])).length > 0, 5000)
  assert.notEqual(waited, undefined, 'nobody waits')
}

/**
 * Holds a row until what is sent waits for it, and locks then what whoever holds that row would lock next: where what
 * was sent has that already (`nowait`), the two would wait for each other for ever.
 * @returns what was answered, once it was free to go on
 */
export const besideHolder = async <T>(
  tenant: TestTenant,
  held: Lock,
  next: Lock,
  send: () => Promise<T>,
): Promise<T> => {
  // In an object: a promise alone would be waited for within the transaction.
  const sent = await tenant.inside(async (ctx) => {
    const lock = async ([text, id]: Lock): Promise<void> =>
      assert.equal((await ctx.run(text, [tenant.id, id])).length, 1, text)
    await lock(held)
    const answer = send()
    await untilWaitedFor(ctx)
    await lock(next)
    return { answer }
  })
  return sent.answer
}

/**
 * Two instances that ask for the same due work: the second reads before the first commits, and writes after.
 * @returns when the work is due then
 */
export const dueAfterBoth = async (
  tenant: TestTenant,
  [kind, key]: readonly [kind: string, key: string],
  first: (ctx: TenantContext) => Promise<unknown>,
  second: (ctx: TenantContext) => Promise<unknown>,
): Promise<Date | undefined> => {
  const sent = await tenant.inside(async (ctx) => {
    await first(ctx)
    const other = tenant.inside(second)
    await untilWaitedFor(ctx)
    return { other }
  })
  await sent.other
  const [row] = await tenant.inside((ctx) =>
    ctx.run<{ due_at: Date }>('select due_at from due_work where tenant_id = $1 and kind = $2 and key = $3', [
      tenant.id,
      kind,
      key,
    ]),
  )
  return row?.due_at
}
