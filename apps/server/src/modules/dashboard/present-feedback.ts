/**
 * Submissions as staff see them. Hidden ones, and those that wait for an administrator, only administrators can
 * read.
 */

import type { FeedbackItem, FeedbackState } from '#contracts/dashboard.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { TaskRef, TaskStatus } from '#contracts/records.ts'
import type { StoredIssue } from '#server/modules/feedback/public.ts'
import { nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import { callerLanguage, readSettings, tenantLanguage } from '#server/modules/settings/public.ts'
import { readTitles } from '#server/modules/tasks/public.ts'
import { imagesOf } from '#server/modules/uploads/public.ts'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { zoneTime } from '#server/platform/zone-time.ts'
import { noTriage, readTriage, type Triage } from './read-triage.ts'

export interface FeedbackRow {
  id: string
  created_at: Date
  /** the stored name, which `hourOf` checks */
  time_zone: string
  rating: number | null
  comment: string | null
  issues: StoredIssue[]
  language: string | null
  state: FeedbackState
  state_reason: string | null
  counted: boolean
  fixed: boolean | null
  amenity_id: string
  amenity_name: string
  building_id: string
  building_name: string
  location: string | null
  category_names: Record<string, Record<string, string>> | null
  version: number
}

const hourMs = 3_600_000

/** Hour of the day on the building's clock. */
export const hourOf = ({ created_at, time_zone }: Pick<FeedbackRow, 'created_at' | 'time_zone'>): number => {
  const at = created_at.getTime()
  return Math.floor((at + zoneTime(storedZone(time_zone)).offsetSpanAt(at).offset) / hourMs) % 24
}

/** Columns of `feedback f`, with the joins below. */
export const feedbackColumns = `f.id, f.created_at, b.time_zone, f.rating, f.comment, f.issues, f.language, f.state, f.state_reason, f.counted, f.fixed,
  f.amenity_id, a.name as amenity_name, f.building_id, b.name as building_name, f.version,
  (with recursive up as (
     select l.parent_id, l.name, 1 as level from location l where l.tenant_id = $1 and l.id = a.location_id
     union all
     select l.parent_id, l.name, up.level + 1 from location l join up on l.id = up.parent_id
     where l.tenant_id = $1 and up.level < 20
   ) select string_agg(up.name, ', ' order by up.level desc) from up) as location,
  (select jsonb_object_agg(c.value ->> 'code', c.value -> 'names') from amenity_type y, jsonb_array_elements(y.categories) c
   where y.tenant_id = $1 and y.code = a.type) as category_names`

export const feedbackJoins = `join amenity a on a.tenant_id = $1 and a.id = f.amenity_id
  join building b on b.tenant_id = $1 and b.id = f.building_id`

export const isAdmin = ({ actor }: StaffContext): boolean =>
  actor.kind === 'USER' && actor.roles.includes('ADMIN')

/** States whose comments and photos the caller may not read; administrators read all. */
export const unreadableStates = async (ctx: StaffContext): Promise<readonly FeedbackState[]> => {
  if (isAdmin(ctx)) return []
  // With moderation before publication, nobody else reads what is in quarantine.
  const { privacy } = await readSettings(ctx)
  return privacy.moderation === 'BEFORE' ? ['HIDDEN', 'QUARANTINED'] : ['HIDDEN']
}

interface TaskRow {
  feedback_id: string
  id: string
  number: number
  title: string
  status: TaskStatus
}

/**
 * Tasks of submissions, merged ones as the task they were merged into; open ones first, then the newest.
 * @param language of their titles; null: as stored
 */
export const tasksOfSubmissions = async (
  ctx: TenantContext,
  feedbackIds: readonly string[],
  language: VisitorLanguage | null,
): Promise<Map<string, TaskRef[]>> => {
  const found = new Map<string, TaskRef[]>()
  if (feedbackIds.length === 0) return found
  const rows = await ctx.run<TaskRow>(
    // Ids first, then the rows of all of them: whichever index is used, it is read once and not for each row.
    `with link as materialized (
       select feedback_id, task_id from task_feedback where tenant_id = $1 and feedback_id = any($2::uuid[])
       union all
       select report_id, task_id from task_status_report where tenant_id = $1 and report_id = any($2::uuid[])),
     named as materialized (
       select id, coalesce(merged_into, id) as living from task
       where tenant_id = $1 and id = any(array(select task_id from link))),
     living as materialized (
       select id, number, title, status, created_at from task
       where tenant_id = $1 and id = any(array(select living from named)))
     select distinct l.feedback_id, t.status = 'DONE' as done, t.created_at, t.id, t.number, t.title, t.status
     from link l join named n on n.id = l.task_id join living t on t.id = n.living
     order by l.feedback_id, done, t.created_at desc, t.id desc`,
    [ctx.tenantId, feedbackIds],
  )
  const ids = language === null ? [] : rows.map(({ id }) => id)
  const titles = await readTitles(ctx, ids, language ?? 'en')
  for (const { feedback_id: feedbackId, id, number, title, status } of rows) {
    const task: TaskRef = { id, number, title: titles.get(id) ?? title, status }
    const tasks = found.get(feedbackId)
    if (tasks) tasks.push(task)
    else found.set(feedbackId, [task])
  }
  return found
}

interface RelatedData {
  readonly language: VisitorLanguage
  readonly fallback: VisitorLanguage
  readonly tasks: ReadonlyMap<string, readonly TaskRef[]>
  readonly images: ReadonlyMap<string, FeedbackItem['images']>
  readonly triage: ReadonlyMap<string, Triage>
  readonly unreadable: readonly FeedbackState[]
}

const presentRow = (
  row: FeedbackRow,
  { language, fallback, tasks, images, triage, unreadable }: RelatedData,
): FeedbackItem => {
  const readable = !unreadable.includes(row.state)
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    hour: hourOf(row),
    rating: row.rating,
    comment: readable ? row.comment : null,
    issues: row.issues.map(({ code, detail }) => ({
      code,
      name: nameOfIssue(code, row.category_names?.[code] ?? {}, language, fallback),
      detail: readable ? detail : null,
    })),
    images: readable ? (images.get(row.id) ?? []) : [],
    amenity: { id: row.amenity_id, name: row.amenity_name },
    building: { id: row.building_id, name: row.building_name },
    location: row.location,
    task: tasks.get(row.id)?.[0] ?? null,
    language: row.language ?? fallback,
    state: row.state,
    hidden: row.state === 'HIDDEN',
    quarantined: !row.counted,
    ...(triage.get(row.id) ?? noTriage),
  }
}

/** Presents rows in their order, with related data, in a fixed number of statements. */
export const presentFeedback = async (
  ctx: StaffContext,
  rows: readonly FeedbackRow[],
): Promise<FeedbackItem[]> => {
  if (rows.length === 0) return []
  const feedbackIds = rows.map(({ id }) => id)
  const language = await callerLanguage(ctx)
  const [fallback, tasks, images, unreadable] = await Promise.all([
    tenantLanguage(ctx),
    tasksOfSubmissions(ctx, feedbackIds, ctx.actor.kind === 'USER' ? language : null),
    imagesOf(ctx, { feedbackIds }),
    unreadableStates(ctx),
  ])
  const triage = await readTriage(ctx, feedbackIds, tasks)
  const shown = { language, fallback, tasks, images, triage, unreadable }
  return rows.map((row) => presentRow(row, shown))
}
