import { createEscalationRule } from '#contracts/escalation/rules.ts'
import { conflict } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { followEscalationRules } from './follow-rules.ts'
import { applyInput, columnsOf, readRule, requireParts } from './present-rule.ts'

/** Bounded, because every task is checked against every rule. */
const mostRules = 100

export default serve(createEscalationRule)(async (ctx, { body }) => {
  const parts = applyInput(body)
  await requireParts(ctx, body, parts)
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.tenantId}:escalation_rule`])
  const { n } = await ctx.db
    .selectFrom('escalation_rule')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= mostRules) throw conflict(`There are already ${mostRules} rules`)
  const id = newId(ctx.now.getTime())
  await ctx.db
    .insertInto('escalation_rule')
    .values({
      tenant_id: ctx.tenantId,
      id,
      name: body.name,
      enabled: body.enabled ?? true,
      ...columnsOf(parts),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute()
  await followEscalationRules(ctx)
  return readRule(ctx, id)
})
