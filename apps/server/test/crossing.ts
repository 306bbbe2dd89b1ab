/** Plays one of two conflicting transactions step by step, so that they meet each time. */
import assert from 'node:assert/strict'
import type { TenantContext } from '#server/platform/context.ts'
import { until } from './faults/service.ts'
import type { TestTenant } from './world.ts'

/** A statement that locks and returns one row; $1 is the tenant. */
export type Lock = readonly [text: string, id: string]

/** The lock of the worker on a scheduled job. */
export const dueWork = (kind: string, key: string): Lock => [
  `select 1 from due_work where tenant_id = $1 and kind = '${kind}' and key = $2 for update`,
  key,
]

const waiting =
  'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)) limit 1'

/** Resolves when somebody waits for a lock of this transaction. */
export const untilWaitedFor = async (ctx: TenantContext): Promise<void> => {
  const waited = await until(async () => (await ctx.run(waiting, [])).length > 0, 5000)
  assert.notEqual(waited, undefined, 'nobody waits')
}

/**
 * Locks a row until the sent request waits for it, and then locks what the holder of that row would lock next: if
 * the request already holds that (`nowait` fails), the two would deadlock.
 * @returns the answer, after the lock is released
 */
export const besideHolder = async <T>(
  tenant: TestTenant,
  held: Lock,
  next: Lock,
  send: () => Promise<T>,
): Promise<T> => {
  // In an object, since a bare promise would be awaited within the transaction.
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
 * Two instances schedule the same job: the second reads before the first commits, and writes afterwards.
 * @returns the time of the job then
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
