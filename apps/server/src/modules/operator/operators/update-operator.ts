import { updateOperator } from '#contracts/operator.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentHandedBack } from '../handed-back.ts'
import { relink } from '../task-links/keep-links.ts'
import { requireCompany, requireMember } from './links.ts'
import { lockOperator, readOperator } from './present-operator.ts'
import { releaseOperator } from './release-operator.ts'

export default serve(updateOperator)(async (ctx, { params, body }) => {
  const before = await lockOperator(ctx, params.id)
  requireVersion(ctx, before.version)
  auditBefore(ctx, await readOperator(ctx, before.id))
  const isNewCompany = body.companyId !== undefined && body.companyId !== before.company_id
  const worksThere = isNewCompany && body.companyId ? await requireCompany(ctx, body.companyId) : true
  if (body.userId && body.userId !== before.user_id) await requireMember(ctx, body.userId, before.id)
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
  // Lists of tasks name operators.
  if (body.name !== undefined && body.name !== before.name) ctx.touch('tasks')
  const leaves = state === 'INACTIVE' && before.state !== 'INACTIVE'
  const handedBack = leaves || !worksThere ? await releaseOperator(ctx, before) : []
  const isNew = (given: string | null | undefined, was: string | null): boolean =>
    given !== undefined && given !== was
  if (state === 'ACTIVE' && (isNew(body.email, before.email) || isNew(body.userId, before.user_id)))
    await relink(ctx, before.id)
  return { ...(await readOperator(ctx, before.id)), handedBack: await presentHandedBack(ctx, handedBack) }
})
