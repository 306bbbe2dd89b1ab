/** The connection as administrators see it. */
import type { SlackConnection } from '#contracts/slack/admin.ts'
import { type RouteRow, readRoutes } from '#server/modules/slack/app/public.ts'
import { readWorkspace, stateOf } from '#server/modules/slack/connection/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { sealState } from '#server/platform/sealed-states.ts'

interface PersonRow {
  user_id: string
  name: string
  slack_user_id: string
  linked_at: Date
}

const peopleText = `select p.user_id, u.name, p.slack_user_id, p.linked_at from slack_person p
  join app_user u on u.tenant_id = $1 and u.id = p.user_id and u.removed_at is null
  where p.tenant_id = $1 order by u.name, u.id limit 1000`

const installUrlOf = ({ actor, platform, tenantId, now }: StaffContext): string | null => {
  if (actor.kind !== 'USER' || !platform.config.slack) return null
  const claims = { tenantId, userId: actor.id, sessionId: actor.sessionId }
  const state = sealState(platform.keys, 'slack-install', claims, now)
  return `${platform.config.baseUrl}/api/slack/install?state=${encodeURIComponent(state)}`
}

const presentRoute = (row: RouteRow): SlackConnection['routes'][number] => ({
  id: row.id,
  name: row.name,
  channel: { id: row.channel_id, name: row.channel_name },
  buildingIds: row.building_ids,
  events: row.events,
  categories: row.categories,
  minPriority: row.min_priority,
  fault: row.fault,
})

export const presentSlack = async (ctx: StaffContext): Promise<SlackConnection> => {
  const row = await readWorkspace(ctx)
  const [routes, people] = await Promise.all([
    readRoutes(ctx),
    ctx.run<PersonRow>(peopleText, [ctx.tenantId]),
  ])
  const state = stateOf(row, ctx.now)
  return {
    configured: ctx.platform.config.slack !== undefined,
    state,
    workspace: row?.team_id ? { id: row.team_id, name: row.team_name ?? row.team_id } : null,
    connectedAt: row?.connected_at?.toISOString() ?? null,
    connectedBy: row?.connected_by ?? null,
    installUrl: state === 'CONNECTED' ? null : installUrlOf(ctx),
    lastOkAt: row?.last_ok_at?.toISOString() ?? null,
    fault: row?.fault && row.fault_at ? { code: row.fault, at: row.fault_at.toISOString() } : null,
    routes: routes.map(presentRoute),
    people: people.map((person) => ({
      user: { id: person.user_id, name: person.name },
      slackUserId: person.slack_user_id,
      linkedAt: person.linked_at.toISOString(),
    })),
    version: row?.version ?? 1,
  }
}
