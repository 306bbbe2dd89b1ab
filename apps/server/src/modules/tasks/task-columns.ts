/** The columns that a task is shown with, and where they come from; one text for lists and for single tasks. */
import { photosOfTask, type TaskPhoto } from '#server/modules/uploads/public.ts'
import { rejectedAt } from './rejection.ts'

/** $1 is the tenant, $2 the caller's id. */
export const taskColumns = `t.id, t.number, t.title, t.description, t.status, t.priority, t.source, t.building_id, t.amenity_id,
  t.category, t.skill, t.assignee_kind, t.assignee_id, t.due_at, t.labels, t.checklist, t.resolution, t.reporter_count,
  t.merged_into, t.blocked_reason, t.blocked_since, t.blocked_until, t.blocked_note, t.sla, t.escalation_level,
  t.reopen_count, t.verification, t.routing, t.minutes_spent, t.created_by_kind, t.created_by_id, t.created_by_name,
  t.created_at, t.started_at, t.completed_at, t.updated_at, t.version,
  b.name as building_name, a.name as amenity_name, u.name as assignee_name,
  ${rejectedAt} as rejected_at,
  ${photosOfTask} as photos,
  concat_ws(', ', l3.name, l2.name, l1.name) as location,
  (select count(*) from task_note n where n.tenant_id = $1 and n.task_id = t.id) as note_count,
  (select jsonb_path_query_first(y.categories, '$[*] ? (@.code == $code).names', jsonb_build_object('code', t.category))
     from amenity_type y where y.tenant_id = $1 and y.code = a.type) as category_names,
  coalesce((select language from app_user where tenant_id = $1 and id = $2),
    (select settings -> 'profile' ->> 'locale' from tenant where id = $1), 'en') as language`

// Places have at most three levels: floor, area, room.
export const taskJoins = `left join building b on b.tenant_id = $1 and b.id = t.building_id
  left join amenity a on a.tenant_id = $1 and a.id = t.amenity_id
  left join location l1 on l1.tenant_id = $1 and l1.id = a.location_id
  left join location l2 on l2.tenant_id = $1 and l2.id = l1.parent_id
  left join location l3 on l3.tenant_id = $1 and l3.id = l2.parent_id
  left join app_user u on u.tenant_id = $1 and t.assignee_kind = 'USER' and u.id = t.assignee_id`

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
  sla: unknown
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
  language: string
}
