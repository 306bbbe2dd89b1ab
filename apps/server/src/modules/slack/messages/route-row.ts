/** Which events go to which channel. */
import type { Priority } from '#contracts/records.ts'
import { priorities } from '#contracts/records.ts'
import type { SlackEventName } from '#contracts/slack/admin.ts'
import type { TenantContext } from '#server/platform/context.ts'

export interface RouteRow {
  id: string
  name: string
  channel_id: string
  channel_name: string
  building_ids: string[]
  events: SlackEventName[]
  categories: string[]
  min_priority: Priority | null
  fault: string | null
}

const routesText = `select r.id, r.name, r.channel_id, c.name as channel_name, r.building_ids, r.events, r.categories, r.min_priority, c.fault
  from slack_route r join slack_channel c on c.tenant_id = $1 and c.id = r.channel_id
  where r.tenant_id = $1 order by r.position, r.id`

export const readRoutes = (ctx: TenantContext): Promise<RouteRow[]> =>
  ctx.run<RouteRow>(routesText, [ctx.tenantId])

interface Subject {
  readonly buildingId: string | null
  readonly category: string | null
  readonly priority: Priority
}

const covers = ({ building_ids: ids }: RouteRow, buildingId: string | null): boolean =>
  ids.length === 0 || (buildingId !== null && ids.includes(buildingId))

/** Channels that want this event of a task. */
export const channelsFor = (
  routes: readonly RouteRow[],
  event: SlackEventName,
  { buildingId, category, priority }: Subject,
): string[] =>
  routes
    .filter((route) => route.events.includes(event) && covers(route, buildingId))
    .filter(
      ({ categories }) => categories.length === 0 || (category !== null && categories.includes(category)),
    )
    .filter(
      ({ min_priority: least }) =>
        least === null || priorities.indexOf(priority) >= priorities.indexOf(least),
    )
    .map((route) => route.channel_id)

/** Channels that want changes of the state of places there. */
export const channelsForStatus = (routes: readonly RouteRow[], buildingId: string): string[] => [
  ...new Set(
    routes
      .filter((route) => route.events.includes('status.changed') && covers(route, buildingId))
      .map((route) => route.channel_id),
  ),
]
