/** Which events go to which channel. */
import type { Priority } from '#contracts/records.ts'
import { priorities } from '#contracts/records.ts'
import type { SlackChannel, SlackEventName } from '#contracts/slack/admin.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'

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
): string[] => {
  const found = routes
    .filter((route) => route.events.includes(event) && covers(route, buildingId))
    .filter(
      ({ categories }) => categories.length === 0 || (category !== null && categories.includes(category)),
    )
    .filter(
      ({ min_priority: least }) =>
        least === null || priorities.indexOf(priority) >= priorities.indexOf(least),
    )
  return [...new Set(found.map((route) => route.channel_id))]
}

/** Channels that want this event of a building, whatever their issues and priorities. */
export const channelsOfPlace = (
  routes: readonly RouteRow[],
  event: SlackEventName,
  buildingId: string,
): string[] => [
  ...new Set(
    routes
      .filter((route) => route.events.includes(event) && covers(route, buildingId))
      .map((route) => route.channel_id),
  ),
]

interface NewRoute {
  /** of one that is there */
  readonly id?: string | undefined
  readonly name: string
  readonly channelId: string
  readonly buildingIds?: readonly string[] | undefined
  readonly events: readonly SlackEventName[]
  readonly categories?: readonly string[] | undefined
  readonly minPriority?: Priority | null | undefined
}

const channelsText = `insert into slack_channel (tenant_id, id, name)
  select $1, row.id, row.name from unnest($2::text[], $3::text[]) as row (id, name)
  on conflict (tenant_id, id) do update set name = excluded.name`
const insertText = `insert into slack_route (tenant_id, id, position, name, channel_id, building_ids, events, categories, min_priority)
  select $1, r.* from jsonb_to_recordset($2) as r (id uuid, position int, name text, channel_id text, building_ids uuid[],
    events text[], categories text[], min_priority text)
  returning 1`

/** @throws ServiceError NOT_FOUND for the id of a route that is not there */
export const replaceRoutes = async (
  ctx: TenantContext,
  routes: readonly NewRoute[],
  channels: ReadonlyMap<string, SlackChannel>,
): Promise<void> => {
  const before = new Set((await readRoutes(ctx)).map(({ id }) => id))
  if (routes.some(({ id }) => id !== undefined && !before.has(id))) throw notFound()
  const used = [...new Set(routes.map(({ channelId }) => channelId))]
  await ctx.run(channelsText, [ctx.tenantId, used, used.map((id) => channels.get(id)?.name ?? id)])
  await ctx.run('delete from slack_route where tenant_id = $1', [ctx.tenantId])
  const rows = routes.map((route, position) => ({
    id: route.id ?? newId(ctx.now.getTime()),
    position,
    name: route.name,
    channel_id: route.channelId,
    building_ids: route.buildingIds ?? [],
    events: route.events,
    categories: route.categories ?? [],
    min_priority: route.minPriority ?? null,
  }))
  await ctx.run(insertText, [ctx.tenantId, JSON.stringify(rows)])
}
