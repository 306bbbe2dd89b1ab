/** The latest activity, in words. */

import { stateName } from '#contracts/catalogue/names.ts'
import type { Overview } from '#contracts/dashboard.ts'
import { commas } from '#contracts/kit/comma.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { OperationalState, TaskStatus } from '#contracts/records.ts'
import type { Verification } from '#contracts/tasks/records.ts'
import { type Names, nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import { pathOfLocation } from '#server/modules/places/locations/public.ts'
import { assigneeNameIn, readTitles } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { conditions, type Filter, valuesFor } from './filters.ts'
import { type OverviewWords, overviewWords } from './overview-texts.ts'

type Entry = Overview['activity'][number]

const atMost = 20
const lookBackMs = 30 * 24 * 3600_000

interface ActivityRow {
  at: Date
  source: 'FEEDBACK' | 'TASK' | 'STATUS'
  id: string
  name: string
  location: string | null
  /** a task's number, or a submission's rating */
  number: number | null
  what: string | null
  detail: unknown
  /** the new assignee of a task */
  assignee: string | null
  /** of a submission: the tenant's names of issues of that amenity type, by code */
  names: Readonly<Record<string, Names>> | null
}

const eventOf: Readonly<Record<string, string>> = {
  CREATED: 'task.created',
  STATUS_CHANGED: 'task.status_changed',
  REOPENED: 'task.reopened',
  ASSIGNED: 'task.assigned',
  BLOCKED: 'task.blocked',
  UNBLOCKED: 'task.blocked',
  NOTE_ADDED: 'task.note_added',
}

const feedbackText = (
  { name, number, detail, names }: ActivityRow,
  words: OverviewWords,
  language: VisitorLanguage,
): string => {
  const codes = [...new Set((detail as { code: string }[]).map(({ code }) => code))]
  const issues = codes.map((code) => nameOfIssue(code, names?.[code] ?? {}, language)).join(commas[language])
  return number === null ? `${name}: ${issues}` : words.rated(name, number, issues)
}

const taskText = ({ name, number, what, detail, assignee }: ActivityRow, words: OverviewWords): string => {
  const task = `#${number} ${name}`
  const changes = detail as {
    status?: [unknown, TaskStatus]
    verification?: [unknown, Verification]
    assignee?: [unknown, unknown]
  }
  if (what === 'REOPENED' && changes.verification?.[1] === 'REJECTED') return words.notFixed(task)
  const to = what === 'STATUS_CHANGED' ? changes.status?.[1] : undefined
  if (what === 'ASSIGNED' && assignee) return words.assigned(task, assignee)
  if (what === 'ASSIGNED' && !changes.assignee?.[1]) return words.task(task, 'UNASSIGNED')
  return to ? words.status(task, to) : words.task(task, what)
}

const present = (row: ActivityRow, language: VisitorLanguage): Entry => {
  const at = row.at.toISOString()
  const words = overviewWords(language)
  switch (row.source) {
    case 'FEEDBACK':
      return { at, type: 'feedback.created', text: feedbackText(row, words, language), id: row.id }
    case 'TASK':
      return {
        at,
        type: eventOf[row.what ?? ''] ?? 'task.status_changed',
        text: taskText(row, words),
        id: row.id,
      }
    case 'STATUS':
      return {
        at,
        type: 'status.changed',
        text: `${row.name}${commas[language]}${row.detail}: ${stateName(row.what as OperationalState, language)}`,
        id: row.id,
      }
  }
}

/** Submissions, tasks and changes of the public status of the last 30 days, newest first, at most 20. */
export const activityList = async (
  ctx: TenantContext,
  filter: Filter,
  language: VisitorLanguage,
): Promise<Entry[]> => {
  const values = valuesFor(ctx.tenantId)
  const since = values.add(new Date(ctx.now.getTime() - lookBackMs))
  const kinds = values.add(Object.keys(eventOf))
  const rows = await ctx.run<ActivityRow>(
    `select * from (
       (select f.created_at as at, 'FEEDBACK' as source, f.id, a.name, ${pathOfLocation('a.location_id')} as location, f.rating::bigint as number, null as what, f.issues as detail,
          (select jsonb_object_agg(c.value ->> 'code', c.value -> 'names') from amenity_type y, jsonb_array_elements(y.categories) c
           where y.tenant_id = $1 and y.code = a.type) as names, null as assignee
        from feedback f cross join lateral (select name, type, location_id from amenity where tenant_id = $1 and id = f.amenity_id offset 0) a
        where f.tenant_id = $1 and f.counted and f.created_at > ${since}
          ${conditions(filter, { building: 'f.building_id', amenity: 'f.amenity_id' }, values)}
        order by f.created_at desc, f.id desc limit ${atMost})
       union all
       (select h.at, 'TASK', t.id, t.title, null, t.number, h.action, h.changes, null, ${assigneeNameIn('h')}
        from task_history h cross join lateral (select * from task where tenant_id = $1 and id = h.task_id offset 0) t
        where h.tenant_id = $1 and h.at > ${since} and h.action = any(${kinds}::text[])
          ${conditions(filter, { building: 't.building_id', amenity: 't.amenity_id' }, values)}
        order by h.at desc, h.id desc limit ${atMost})
       union all
       (select c.at, 'STATUS', c.amenity_id, a.name, ${pathOfLocation('a.location_id')}, null, c.state, to_jsonb(c.item_name), null, null
        from status_change c cross join lateral (select * from amenity where tenant_id = $1 and id = c.amenity_id offset 0) a
        where c.tenant_id = $1 and c.at > ${since}
          ${conditions(filter, { building: 'a.building_id', amenity: 'a.id' }, values)}
        order by c.at desc, c.id desc limit ${atMost})
     ) newest order by at desc, id desc limit ${atMost}`,
    values.list,
  )
  const titles = await readTitles(
    ctx,
    rows.flatMap(({ source, id }) => (source === 'TASK' ? [id] : [])),
    language,
  )
  return rows.map((row) => {
    const place = row.source === 'TASK' ? row.name : sayPlace(row.name, row.location)
    return present({ ...row, name: titles.get(row.id) ?? place }, language)
  })
}
