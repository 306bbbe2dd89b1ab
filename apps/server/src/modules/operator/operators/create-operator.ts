import { createOperator } from '#contracts/operator.ts'
import { followPeople } from '#server/modules/tasks/public.ts'
import { inviteMember } from '#server/modules/team/public.ts'
import { forbidden, invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { requireCompany, requireMember } from './links.ts'
import { readOperator } from './present-operator.ts'
import { assigneesOf } from './release-operator.ts'

export default serve(createOperator)(async (ctx, { body }) => {
  const id = newId(ctx.now.getTime())
  if (body.companyId) await requireCompany(ctx, body.companyId)
  if (body.userId) await requireMember(ctx, body.userId, id)
  let userId = body.userId ?? null
  if (body.inviteUser) {
    if (userId !== null) throw invalid('body.inviteUser', 'this operator is already linked to a member')
    if (!body.email) throw invalid('body.email', 'is required to invite')
    if (ctx.actor.kind === 'KEY') throw forbidden('An API key may not invite people')
    userId = await inviteMember(ctx, { email: body.email, name: body.name, roles: ['TECHNICIAN'] })
  }
  await ctx.db
    .insertInto('operator')
    .values({
      tenant_id: ctx.tenantId,
      id,
      name: body.name,
      email: body.email ?? null,
      company_id: body.companyId ?? null,
      user_id: userId,
      skills: body.skills ?? [],
      languages: body.languages ?? [],
      max_open_tasks: body.maxOpenTasks ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute()
  // The member's tasks belong to the company from now on.
  if (body.companyId && body.userId) await followPeople(ctx, assigneesOf({ id, user_id: userId }))
  return readOperator(ctx, id)
})
