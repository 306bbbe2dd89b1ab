import { getUser } from '#contracts/team.ts'
import { serve } from '#server/platform/http/serve.ts'
import { memberById } from './member.ts'
import { presentMember } from './present-member.ts'

export default serve(getUser)(async (ctx, { params }) => {
  const member = await memberById(ctx, params.id)
  const sessions = await ctx.db
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'last_used_at'])
    .where('user_id', '=', params.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute()
  const { openTasks } = await ctx.db
    .selectFrom('task')
    .select((eb) => eb.fn.countAll<number>().as('openTasks'))
    .where('assignee_id', '=', params.id)
    .where('status', 'in', ['OPEN', 'IN_PROGRESS'])
    .where('merged_into', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    ...presentMember(member),
    openTasks,
    skills: member.skills,
    sessions: sessions.map((session) => ({
      id: session.id,
      device: session.device || null,
      createdAt: session.created_at.toISOString(),
      lastUsedAt: session.last_used_at.toISOString(),
    })),
  }
})
