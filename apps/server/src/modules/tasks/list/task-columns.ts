/** The columns that a task is presented with, and their sources: one SQL text for lists and single tasks. */
import { locationChain, pathOfChain } from '#server/modules/places/locations/public.ts'
import { photosOfTask, type TaskPhoto } from '#server/modules/uploads/public.ts'
import { assigneeNameOf } from '../notes/assignee-name.ts'
import { rejectedAt } from '../problems/rejection.ts'
import type { ClockRow } from '../sla/read-clocks.ts'

const columns = `t.id, t.number, t.title, t.description, t.status, t.priority, t.source, t.building_id, t.amenity_id,
  t.category, t.skill, t.assignee_kind, t.assignee_id, t.due_at, t.labels, t.checklist, t.resolution, t.reporter_count,
  t.merged_into, t.blocked_reason, t.blocked_since, t.blocked_until, t.blocked_note, t.escalation_level,
  t.reopen_count, t.verification, t.routing - 'tried' as routing, t.minutes_spent, t.created_by_kind, t.created_by_id, t.created_by_name,
  t.created_at, t.started_at, t.completed_at, t.updated_at, t.version,
  (select name from building where tenant_id = $1 and id = t.building_id) as building_name,
  ${assigneeNameOf('t')} as assignee_name,
  a.name as amenity_name, a.type as amenity_type,
  (select to_jsonb(c) from sla_clock c where c.tenant_id = $1 and c.task_id = t.id) as clock,
  ${rejectedAt} as rejected_at,
  ${photosOfTask} as photos,
  (select count(*) from task_note n where n.tenant_id = $1 and n.task_id = t.id) as note_count`

const locationOf = `select ${pathOfChain} from ${locationChain} where l1.tenant_id = $1 and l1.id = s.location_id`

/**
 * Task rows with everything that is presented. Related rows are looked up by key, whatever the planner estimates;
 * the names of categories, long texts in many languages, are read once for each type.
 * $1 is the tenant, $2 the caller's id; the statement before it must define `page (id, place)`.
 */
export const shownTasks = `shown as materialized (
    select p.place, s.* from page p cross join lateral (
      select ${columns}, a.location_id from task t
      left join lateral (select name, type, location_id from amenity where tenant_id = $1 and id = t.amenity_id offset 0) a on true
      where t.tenant_id = $1 and t.id = p.id offset 0) s
  ), named as materialized (
    select y.code as type, c.value ->> 'code' as code, c.value -> 'names' as names, c.value -> 'safety' = 'true' as safety
    from amenity_type y cross join lateral jsonb_array_elements(y.categories) c
    where y.tenant_id = $1 and y.code = any(array(select distinct amenity_type from shown where category is not null))
  ), reader as materialized (
    select coalesce((select language from app_user where tenant_id = $1 and id = $2),
      (select settings -> 'profile' ->> 'locale' from tenant where id = $1), 'en') as language
  )
  select s.*, coalesce((${locationOf}), '') as location, n.names as category_names, n.safety, r.language
  from shown s cross join reader r left join named n on n.type = s.amenity_type and n.code = s.category
  order by s.place`

export interface ShownTaskRow {
  id: string
  number: number
  title: string
  description: string
  status: string
  priority: string
  source: string
  building_id: string | null
  amenity_id: string | null
  category: string | null
  skill: string | null
  assignee_kind: string | null
  assignee_id: string | null
  due_at: Date | null
  labels: string[]
  checklist: unknown
  resolution: string | null
  reporter_count: number
  merged_into: string | null
  blocked_reason: string | null
  blocked_since: Date | null
  blocked_until: Date | null
  blocked_note: string | null
  clock: ClockRow | null
  escalation_level: number
  reopen_count: number
  verification: string
  rejected_at: Date | null
  photos: TaskPhoto[] | null
  routing: unknown
  minutes_spent: number | null
  created_by_kind: string
  created_by_id: string | null
  created_by_name: string
  created_at: Date
  started_at: Date | null
  completed_at: Date | null
  updated_at: Date
  version: number
  building_name: string | null
  amenity_name: string | null
  assignee_name: string | null
  location: string
  note_count: number
  category_names: Record<string, string> | null
  safety: boolean | null
  amenity_type: string | null
  language: string
}
