import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attempt } from '#server/modules/tasks/change/savepoint.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const refused = (): Promise<never> => Promise.reject(conflict('no'))
const inside: Readonly<Record<string, (ctx: TenantContext) => Promise<unknown>>> = {
  'an attempt': (ctx) => ctx.attempt(refused).catch(() => {}),
  'one of many operations': (ctx) => attempt(ctx, refused),
  'an operation in an attempt': (ctx) => ctx.attempt(() => attempt(ctx, refused)),
}

for (const [name, part] of Object.entries(inside))
  test(`A failure after ${name} failed rolls back to its own savepoint`, async () => {
    const tenant = await createTenant(server)
    const note = (ctx: TenantContext, key: string): Promise<void> =>
      ctx.schedule('test.savepoint', key, new Date('2100-01-01'))
    await tenant.inside(async (ctx) => {
      await note(ctx, 'before')
      await ctx
        .attempt(async () => {
          await note(ctx, 'undone')
          await part(ctx)
          await refused()
        })
        .catch(() => {})
      await note(ctx, 'after')
    })
    const kept = await tenant.inside(({ run }) =>
      run<{ key: string }>(
        "select key from due_work where tenant_id = $1 and kind = 'test.savepoint' order by key",
        [tenant.id],
      ),
    )
    assert.deepEqual(
      kept.map(({ key }) => key),
      ['after', 'before'],
    )
  })
