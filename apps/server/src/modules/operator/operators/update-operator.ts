import { updateOperator } from '#contracts/operator.ts'
import { followPeople } from '#server/modules/tasks/public.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentHandedBack } from '../present-unassigned.ts'
import { relink } from '../task-links/update-links.ts'
import { requireCompany, requireMember } from './links.ts'
import { lockOperator, readOperator } from './present-operator.ts'
import { assigneesOf, releaseOperator } from './release-operator.ts'

const isNew = (given: string | null | undefined, was: string | null): boolean =>
  given !== undefined && given !== was

export default serve(updateOperator)(async (ctx, { params, body }) => {
  const before = await lockOperator(ctx, params.id)
  requireVersion(ctx, before.version)
  auditBefore(ctx, await readOperator(ctx, before.id))
  const isNewCompany = isNew(body.companyId, before.company_id)
  const isNewUser = isNew(body.userId, before.user_id)
  const worksThere = isNewCompany && body.companyId ? await requireCompany(ctx, body.companyId) : true
  if (body.userId && isNewUser) await requireMember(ctx, body.userId, before.id)
  const state = body.state ?? before.state
  await ctx.db
    .updateTable('operator')
    .set((eb) => ({
      state,
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.email === undefined ? {} : { email: body.email }),
      ...(body.companyId === undefined ? {} : { company_id: body.companyId }),
      ...(body.userId === undefined ? {} : { user_id: body.userId }),
      ...(body.skills === undefined ? {} : { skills: body.skills }),
      ...(body.languages === undefined ? {} : { languages: body.languages }),
      ...(body.maxOpenTasks === undefined ? {} : { max_open_tasks: body.maxOpenTasks }),
      updated_at: ctx.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', before.id)
    .execute()
  // Task lists show names of operators.
  if (body.name !== undefined && body.name !== before.name) ctx.invalidate('tasks')
  const leaves = state === 'INACTIVE' && before.state !== 'INACTIVE'
  const handedBack = leaves || !worksThere ? await releaseOperator(ctx, before) : []
  if (isNewCompany || isNewUser) {
    const after = { id: before.id, user_id: body.userId ?? null }
    await followPeople(ctx, [...assigneesOf(before), ...assigneesOf(after)])
  }
  if (state === 'ACTIVE' && (isNew(body.email, before.email) || isNewUser)) await relink(ctx, before.id)
  return { ...(await readOperator(ctx, before.id)), handedBack: await presentHandedBack(ctx, handedBack) }
})
