import { createCompany } from '#contracts/operator.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { companyColumns, requireOrder } from './company-input.ts'
import { planEnd } from './company-state.ts'
import { readCompany } from './present-company.ts'

export default serve(createCompany)(async (ctx, { body }) => {
  if (body.state === 'ACTIVE')
    throw invalid('body.state', 'a new company has no people yet: create it, add a person, then activate it')
  const columns = await companyColumns(ctx, body)
  requireOrder(body.contractFrom ?? null, body.contractUntil ?? null)
  const id = newId(ctx.now.getTime())
  await ctx.db
    .insertInto('company')
    .values({
      ...columns,
      tenant_id: ctx.tenantId,
      id,
      name: body.name,
      kind: body.kind ?? 'PROVIDER',
      state: 'DRAFT',
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute()
  if (body.contractUntil) await planEnd(ctx, id, body.contractUntil)
  return readCompany(ctx, id)
})
