/** The same fault again and again: a task about its cause, with all that is known of it. */

import type { Priority } from '#contracts/records.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import { openTask, problemTitle, readPlaces, titleOfCause } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { causeLabel, describeCause } from './cause-words.ts'
import { type Fault, readFaults, readStories } from './faults.ts'
import { categoriesOf, readRules } from './read-facts.ts'
import { type Place, type Rule, repeatRules, repeatsAt, repeatWindowMs } from './rules.ts'

/** A category at an amenity. */
interface Matter {
  readonly amenityId: string
  readonly category: string
  readonly place: Place
}

/** What is remembered of a matter. */
interface Known {
  /** a task about its cause is open */
  readonly open: boolean
  /** no fault up to this time counts any more */
  readonly since: (rule: Rule) => number
}

const dayMs = 86_400_000

const mattersText = `select distinct amenity_id, category from task
  where tenant_id = $1 and id = any($2::uuid[]) and amenity_id is not null and category is not null and merged_into is null
    and source in ('FEEDBACK', 'STATUS_REPORT') order by amenity_id, category`

const lockText = 'select pg_advisory_xact_lock(hashtextextended($1 || id, 0)) from unnest($2::text[]) as id'

const readMatters = async (ctx: TenantContext, taskIds: readonly string[]): Promise<Matter[]> => {
  const rows = await ctx.run<{ amenity_id: string; category: string }>(mattersText, [ctx.tenantId, taskIds])
  if (rows.length === 0) return []
  const amenityIds = [...new Set(rows.map(({ amenity_id }) => amenity_id))]
  // As for reports: one after the other at each place.
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

const readKnown = async (
  ctx: TenantContext,
  matters: readonly Matter[],
): Promise<(matter: Matter) => Known> => {
  const rows = await ctx.run<CauseRow>(causesText, [ctx.tenantId, matters.map(({ amenityId }) => amenityId)])
  return ({ amenityId, category }) => {
    const own = rows.filter((row) => row.amenity_id === amenityId && row.category === category)
    // What came back before the cause was dealt with does not speak against how it was dealt with.
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

const openCause = async (
  ctx: TenantContext,
  rule: Rule,
  { amenityId, category, place }: Matter,
  faults: readonly Fault[],
): Promise<string> => {
  const language = await tenantLanguage(ctx)
  const own = (await categoriesOf(ctx, place.type))(category)
  const priority: Priority = rule.action.priority ?? own.priority
  const stories = await readStories(ctx, faults)
  const { taskId } = await openTask(ctx, {
    title: titleOfCause(
      language,
      await problemTitle(ctx, amenityId, category, language),
      faults.length,
      Math.max(1, Math.round(repeatWindowMs(rule) / dayMs)),
    ),
    description: describeCause(language, stories, await zoneOf(ctx, place.buildingId)),
    priority,
    // No visitor's problem itself: what is reported anew joins or opens its own task, as before.
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

const meetRepeat = async (
  ctx: TenantContext,
  rule: Rule,
  matter: Matter,
  faults: readonly Fault[],
): Promise<void> => {
  const { amenityId, category, place } = matter
  const last = faults.at(-1)
  if (!last) return
  const taskId = rule.action.kind === 'TASK' ? await openCause(ctx, rule, matter, faults) : null
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

/** @param taskIds that were opened or reopened */
export const handleRepeats = async (ctx: TenantContext, taskIds: readonly string[]): Promise<void> => {
  if (taskIds.length === 0) return
  const rules = (await readRules(ctx)).filter(({ trigger }) => trigger.kind === 'REPEAT')
  if (rules.length === 0) return
  const matters = await readMatters(ctx, taskIds)
  if (matters.length === 0) return
  const longest = Math.max(...rules.map(repeatWindowMs))
  const faults = await readFaults(ctx, matters, new Date(ctx.now.getTime() - longest))
  const knownOf = await readKnown(ctx, matters)
  for (const matter of matters) {
    const known = knownOf(matter)
    const own = faults.filter(
      ({ amenityId, category }) => amenityId === matter.amenityId && category === matter.category,
    )
    let open = known.open
    for (const rule of repeatRules(rules, matter.place, matter.category)) {
      const makesTask = rule.action.kind === 'TASK'
      if (makesTask && open) continue
      const since = known.since(rule)
      const enough = repeatsAt(
        rule,
        own.filter(({ at }) => at.getTime() > since),
      )
      if (!enough) continue
      await meetRepeat(ctx, rule, matter, enough)
      open ||= makesTask
    }
  }
}
