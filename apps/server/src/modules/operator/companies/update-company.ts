import type { CompanyState } from '#contracts/operator/records.ts'
import { updateCompany } from '#contracts/operator.ts'
import { followRules } from '#server/modules/tasks/public.ts'
import { notFound } from '#server/platform/errors.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentHandedBack } from '../present-unassigned.ts'
import { companyColumns, requireOrder } from './company-input.ts'
import { lockEnd, planEnd, releaseTasksOfCompany, requireReady, requireTransition } from './company-state.ts'
import { readCompany } from './present-company.ts'

export default serve(updateCompany)(async (ctx, { params, body }) => {
  if (body.contractUntil !== undefined) await lockEnd(ctx, params.id)
  // For update, so that it waits for assignments to the company, which lock it for share.
  const before = await ctx.db
    .selectFrom('company')
    .selectAll()
    .where('id', '=', params.id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw notFound()
  requireVersion(ctx, before.version)
  const shown = await readCompany(ctx, before.id)
  auditBefore(ctx, shown)
  const state = body.state ?? (before.state as CompanyState)
  requireTransition(before.state as CompanyState, state)
  const columns = await companyColumns(ctx, body, shown)
  const contractUntil = body.contractUntil === undefined ? before.contract_until : body.contractUntil
  requireOrder(body.contractFrom === undefined ? before.contract_from : body.contractFrom, contractUntil)
  requireReady(body, shown, state)
  await ctx.db
    .updateTable('company')
    .set((eb) => ({ ...columns, state, updated_at: ctx.now, version: eb('version', '+', 1) }))
    .where('id', '=', before.id)
    .execute()
  if (body.name !== undefined && body.name !== before.name) ctx.invalidate('tasks')
  // The running clocks of its tasks use its policy.
  if (body.slaPolicyId !== undefined && body.slaPolicyId !== before.sla_policy_id) await followRules(ctx)
  if (body.contractUntil !== undefined && contractUntil !== before.contract_until)
    await planEnd(ctx, before.id, contractUntil)
  const handedBack =
    state === before.state
      ? []
      : await releaseTasksOfCompany(ctx, { id: before.id, name: body.name ?? before.name, state })
  return { ...(await readCompany(ctx, before.id)), handedBack: await presentHandedBack(ctx, handedBack) }
})
