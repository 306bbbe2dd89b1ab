import { matchOperators } from '#contracts/operator.ts'
import { readScopeFacts } from '#server/modules/tasks/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { readOperators } from '../operators/present-operator.ts'
import { mayDo } from '../roster/covering.ts'
import { isFree } from '../roster/duty.ts'
import { type RosterOperator, readRoster } from '../roster/read-roster.ts'
import type { Span } from '../roster/shifts.ts'
import { readTimeZoneAt } from '../roster/time-zone.ts'
import { readMatchWords } from './match-words.ts'
import { type NamedWorkPlace, rankAll } from './rank.ts'

interface TaskRow {
  id: string
  building_id: string | null
  amenity_id: string | null
  category: string | null
  skill: string | null
}

const taskText =
  'select id, building_id, amenity_id, category, skill from task where tenant_id = $1 and id = $2'
const buildingText = `select b.name, coalesce(b.time_zone, t.time_zone) as time_zone
  from building b join tenant t on t.id = $1 where b.tenant_id = $1 and b.id = $2`

/** @throws ServiceError NOT_FOUND */
const placeAt = async (
  ctx: StaffContext,
  buildingId: string | null,
  type: string | null,
  skill: string | null,
): Promise<NamedWorkPlace> => {
  if (buildingId === null)
    return { buildingId, buildingName: null, type, skill, timeZone: await readTimeZoneAt(ctx, null) }
  const [building] = await ctx.run<{ name: string; time_zone: string }>(buildingText, [
    ctx.tenantId,
    buildingId,
  ])
  if (!building) throw notFound()
  return { buildingId, buildingName: building.name, type, skill, timeZone: storedZone(building.time_zone) }
}

/** @throws ServiceError NOT_FOUND */
const placeOfTask = async (ctx: StaffContext, taskId: string): Promise<NamedWorkPlace> => {
  const [task] = await ctx.run<TaskRow>(taskText, [ctx.tenantId, taskId])
  if (!task) throw notFound()
  const fact = (await readScopeFacts(ctx, [task])).get(task.id)
  return placeAt(ctx, fact?.buildingId ?? null, fact?.type ?? null, task.skill)
}

const longestMs = 31 * 24 * 3_600_000

interface FreeQuery {
  readonly freeFrom?: string | undefined
  readonly freeUntil?: string | undefined
}

/** @throws ServiceError VALIDATION_ERROR */
const spanOf = ({ freeFrom, freeUntil }: FreeQuery): Span | undefined => {
  if (freeFrom === undefined && freeUntil === undefined) return undefined
  if (freeFrom === undefined) throw invalid('query.freeFrom', 'is required with freeUntil')
  if (freeUntil === undefined) throw invalid('query.freeUntil', 'is required with freeFrom')
  const span = { from: new Date(freeFrom).getTime(), to: new Date(freeUntil).getTime() }
  if (span.to <= span.from) throw invalid('query.freeUntil', 'must be later than freeFrom')
  if (span.to - span.from > longestMs) throw invalid('query.freeUntil', 'is more than 31 days after freeFrom')
  return span
}

export default serve(matchOperators)(async (ctx, { query }) => {
  const { taskId, buildingId = query.building, skill } = query
  if (taskId !== undefined && (buildingId !== undefined || skill !== undefined))
    throw invalid('query.taskId', 'cannot be combined with other criteria, which come from the task')
  const { limit, offset } = pageBounds(query)
  const span = spanOf(query)
  const place =
    taskId === undefined
      ? await placeAt(ctx, buildingId ?? null, null, skill ?? null)
      : await placeOfTask(ctx, taskId)
  const [roster, words] = await Promise.all([readRoster(ctx), readMatchWords(ctx)])
  const isAsked = (one: RosterOperator): boolean =>
    span === undefined || (mayDo(one, place, new Date(span.from)) && isFree(one, place.timeZone, span))
  const ranked = rankAll(roster.operators.filter(isAsked), place, ctx.now, words, query.sort ?? '-score')
  const page = ranked.slice(offset, offset + limit)
  const shown = await readOperators(
    ctx,
    page.map(({ id }) => id),
  )
  const items = page.flatMap(({ id, score, for: pros, against }) => {
    const operator = shown.get(id)
    return operator ? [{ operator, score, for: [...pros], against: [...against] }] : []
  })
  return { items, total: ranked.length }
})
