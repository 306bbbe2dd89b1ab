/** Opens cause tasks for faults that come back, and describes the earlier faults there. */

import type { Priority } from '#contracts/records.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import { openTask, problemTitle, readPlaces, titleOfCause } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { causeLabel, describeCause } from './cause-words.ts'
import { type Fault, readFaultCourses, readFaults } from './faults.ts'
import { categoriesOf, readRules } from './read-facts.ts'
import { type ReportPlace, type Rule, repeatRules, repeatsAt, repeatWindowMs } from './rules.ts'

/** A category at an amenity. */
interface FaultKey {
  readonly amenityId: string
  readonly category: string
  readonly place: ReportPlace
}

/** What is stored about a fault's amenity and category. */
interface CauseState {
  /** a cause task is open */
  readonly open: boolean
  /** faults up to this time do not count any more */
  readonly since: (rule: Rule) => number
}

const dayMs = 86_400_000

const faultKeysText = `select distinct amenity_id, category from task
  where tenant_id = $1 and id = any($2::uuid[]) and amenity_id is not null and category is not null and merged_into is null
    and source in ('FEEDBACK', 'STATUS_REPORT') order by amenity_id, category`

const lockText = 'select pg_advisory_xact_lock(hashtextextended($1 || id, 0)) from unnest($2::text[]) as id'

const readFaultKeys = async (ctx: TenantContext, taskIds: readonly string[]): Promise<FaultKey[]> => {
  const rows = await ctx.run<{ amenity_id: string; category: string }>(faultKeysText, [ctx.tenantId, taskIds])
  if (rows.length === 0) return []
  const amenityIds = [...new Set(rows.map(({ amenity_id }) => amenity_id))]
  // Serialises by amenity, as for reports.
  await ctx.run(lockText, [`${ctx.tenantId}:alerts:`, amenityIds])
  const places = await readPlaces(ctx, amenityIds)
  return rows.flatMap(({ amenity_id: amenityId, category }) => {
    const place = places.get(amenityId)
    if (!place || place.buildingId === null || place.type === null) return []
    const { buildingId, type, locationIds } = place
    return [{ amenityId, category, place: { buildingId, type, locationIds } }]
  })
}

interface CauseRow {
  rule_id: string
  amenity_id: string
  category: string
  counted_until: Date
  status: string | null
  completed_at: Date | null
}

const causesText = `select c.rule_id, c.amenity_id, c.category, c.counted_until,
    coalesce(living.status, t.status) as status, coalesce(living.completed_at, t.completed_at) as completed_at
  from alert_cause c
  left join task t on t.tenant_id = $1 and t.id = c.task_id
  left join task living on living.tenant_id = $1 and living.id = t.merged_into
  where c.tenant_id = $1 and c.amenity_id = any($2::uuid[])`

const readCauseStates = async (
  ctx: TenantContext,
  faultKeys: readonly FaultKey[],
): Promise<(faultKey: FaultKey) => CauseState> => {
  const rows = await ctx.run<CauseRow>(causesText, [
    ctx.tenantId,
    faultKeys.map(({ amenityId }) => amenityId),
  ])
  return ({ amenityId, category }) => {
    const own = rows.filter((row) => row.amenity_id === amenityId && row.category === category)
    // Faults from before a cause task was finished do not count again.
    const dealtWith = Math.max(0, ...own.map(({ completed_at }) => completed_at?.getTime() ?? 0))
    return {
      open: own.some(({ status }) => status !== null && status !== 'DONE'),
      since: ({ id }) =>
        Math.max(dealtWith, own.find(({ rule_id }) => rule_id === id)?.counted_until.getTime() ?? 0),
    }
  }
}

const rememberText = `insert into alert_cause (tenant_id, rule_id, amenity_id, category, task_id, counted_until)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (tenant_id, rule_id, amenity_id, category) do update
    set task_id = excluded.task_id, counted_until = excluded.counted_until`

const zoneText = `select coalesce(b.time_zone, t.time_zone) as zone from tenant t
  left join building b on b.tenant_id = $1 and b.id = $2 where t.id = $1`

const zoneOf = async (ctx: TenantContext, buildingId: string): Promise<string> => {
  const [row] = await ctx.run<{ zone: string }>(zoneText, [ctx.tenantId, buildingId])
  return row ? storedZone(row.zone) : 'UTC'
}

const openCauseTask = async (
  ctx: TenantContext,
  rule: Rule,
  { amenityId, category, place }: FaultKey,
  faults: readonly Fault[],
): Promise<string> => {
  const language = await tenantLanguage(ctx)
  const own = (await categoriesOf(ctx, place.type))(category)
  const priority: Priority = rule.action.priority ?? own.priority
  const stories = await readFaultCourses(ctx, faults)
  const { taskId } = await openTask(ctx, {
    title: titleOfCause(
      language,
      await problemTitle(ctx, amenityId, category, language),
      faults.length,
      Math.max(1, Math.round(repeatWindowMs(rule) / dayMs)),
    ),
    description: describeCause(language, stories, await zoneOf(ctx, place.buildingId)),
    priority,
    // Not FEEDBACK: new reports of the problem must join or open its own task, not this one.
    source: 'MANUAL',
    buildingId: place.buildingId,
    amenityId,
    category,
    skill: own.skill,
    labels: [causeLabel],
    createdBy: { kind: 'SYSTEM', id: null, name: 'Wellkept' },
    why: [{ code: 'ALERT_RULE', rule: rule.name }],
  })
  return taskId
}

const applyRule = async (
  ctx: TenantContext,
  rule: Rule,
  faultKey: FaultKey,
  faults: readonly Fault[],
): Promise<void> => {
  const { amenityId, category, place } = faultKey
  const last = faults.at(-1)
  if (!last) return
  const taskId = rule.action.kind === 'TASK' ? await openCauseTask(ctx, rule, faultKey, faults) : null
  await ctx.run(rememberText, [ctx.tenantId, rule.id, amenityId, category, taskId, last.at])
  if (rule.action.notify.length === 0 || last.feedbackId === null) return
  await emit(ctx, 'internal.alert_raised', {
    ruleName: rule.name,
    feedbackId: last.feedbackId,
    taskId,
    amenityId,
    buildingId: place.buildingId,
    category,
    notify: [...rule.action.notify],
  })
}

/** @param taskIds tasks that were opened or reopened */
export const handleRepeats = async (ctx: TenantContext, taskIds: readonly string[]): Promise<void> => {
  if (taskIds.length === 0) return
  const rules = (await readRules(ctx)).filter(({ trigger }) => trigger.kind === 'REPEAT')
  if (rules.length === 0) return
  const faultKeys = await readFaultKeys(ctx, taskIds)
  if (faultKeys.length === 0) return
  const longest = Math.max(...rules.map(repeatWindowMs))
  const faults = await readFaults(ctx, faultKeys, new Date(ctx.now.getTime() - longest))
  const knownOf = await readCauseStates(ctx, faultKeys)
  for (const faultKey of faultKeys) {
    const known = knownOf(faultKey)
    const own = faults.filter(
      ({ amenityId, category }) => amenityId === faultKey.amenityId && category === faultKey.category,
    )
    let open = known.open
    for (const rule of repeatRules(rules, faultKey.place, faultKey.category)) {
      const makesTask = rule.action.kind === 'TASK'
      if (makesTask && open) continue
      const since = known.since(rule)
      const enough = repeatsAt(
        rule,
        own.filter(({ at }) => at.getTime() > since),
      )
      if (!enough) continue
      await applyRule(ctx, rule, faultKey, enough)
      open ||= makesTask
    }
  }
}
