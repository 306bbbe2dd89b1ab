/** Reads what routing needs: the rules, the team, and tasks as cases. */

import type { Priority } from '#contracts/records.ts'
import type { TaskSource } from '#contracts/tasks/records.ts'
import { readRoster } from '#server/modules/operator/public.ts'
import { readScopeFacts } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import type { Case, Rule, Team } from './rules.ts'

/** All rules, in the order in which they are checked. */
export const readRules = (ctx: TenantContext): Promise<Rule[]> =>
  ctx.run<Rule>(
    'select id, name, enabled, conditions, action from routing_rule where tenant_id = $1 order by position, id',
    [ctx.tenantId],
  )

const membersText = `select id, name from app_user
  where tenant_id = $1 and id = any($2::uuid[]) and removed_at is null and state <> 'DISABLED'`

/** The members that rules name, and the roster. */
export const readTeam = async (
  ctx: TenantContext,
  rules: readonly Pick<Rule, 'action'>[],
  plan: string,
): Promise<Team> => {
  const userIds = rules.flatMap(({ action: { assign } }) =>
    assign && 'userId' in assign ? [assign.userId] : [],
  )
  const [roster, members] = await Promise.all([
    readRoster(ctx),
    userIds.length === 0 ? [] : ctx.run<{ id: string; name: string }>(membersText, [ctx.tenantId, userIds]),
  ])
  return {
    roster,
    members: new Map(members.map(({ id, name }) => [id, name])),
    shiftsAllowed: plan === 'ENTERPRISE',
  }
}

/** The columns of a task that routing needs. */
export interface RoutedTask {
  readonly id: string
  readonly building_id: string | null
  readonly amenity_id: string | null
  readonly category: string | null
  readonly skill: string | null
  readonly priority: string
  readonly source: string
  readonly created_at: Date
}

// Looked up by submission id, whatever the planner estimates.
const caseText = `select t.id, coalesce(b.time_zone, n.time_zone) as time_zone,
    (select min(f.rating) from task_feedback l
     cross join lateral (select rating from feedback where tenant_id = $1 and id = l.feedback_id offset 0) f
     where l.tenant_id = $1 and l.task_id = t.id) as rating
  from unnest($2::uuid[], $3::uuid[]) as t (id, building_id)
  join tenant n on n.id = $1
  left join building b on b.tenant_id = $1 and b.id = t.building_id`

/** Tasks as they were when created, by id. */
export const readCases = async (
  ctx: TenantContext,
  tasks: readonly RoutedTask[],
): Promise<Map<string, Case>> => {
  if (tasks.length === 0) return new Map()
  const [facts, standing] = await Promise.all([
    readScopeFacts(ctx, tasks),
    ctx.run<{ id: string; time_zone: string; rating: number | null }>(caseText, [
      ctx.tenantId,
      tasks.map(({ id }) => id),
      tasks.map(({ building_id }) => building_id),
    ]),
  ])
  const around = new Map(standing.map((row) => [row.id, row]))
  return new Map(
    tasks.flatMap((task) => {
      const [place, more] = [facts.get(task.id), around.get(task.id)]
      if (!place || !more) return []
      const found: Case = {
        ...place,
        skill: task.skill,
        timeZone: storedZone(more.time_zone),
        rating: more.rating,
        priority: task.priority as Priority,
        source: task.source as TaskSource,
        at: task.created_at,
      }
      return [[task.id, found]]
    }),
  )
}
