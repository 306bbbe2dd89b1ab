/** One tenant of maximum size with everything that its lists join, and small ones beside it; created by SQL. */
import { facets } from '#server/modules/tasks/list/tally.ts'
import type { Prepared } from '#test/faults/service.ts'
import type { Stage } from './stage.ts'

export interface Size {
  readonly buildings: number
  readonly amenities: number
  readonly feedback: number
  readonly tasks: number
  readonly open: number
}

export const largest: Size = {
  buildings: 50,
  amenities: 2000,
  feedback: 1_000_000,
  tasks: 200_000,
  open: 5000,
}
export const small: Size = { buildings: 2, amenities: 20, feedback: 500, tasks: 100, open: 20 }

/** Ids ascend with time, as in the service. */
const idAt = (at: string, salt: string): string => {
  const digits = `md5($1::uuid::text || '${salt}' || g)`
  return `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(${digits}, 1, 3) || '8' || substr(${digits}, 4, 15))::uuid`
}

const numbered = (table: string): string =>
  `select *, row_number() over (order by id) - 1 as n from ${table} where tenant_id = $1`
// Part of the condition, since only then both sides of the equation are hashed.
const nth = (table: string, g: string): string =>
  `(${g}) % (select count(*) from ${table} where tenant_id = $1)`

const places = [
  `insert into building (tenant_id, id, name, time_zone, created_at)
    select $1, gen_random_uuid(), 'Building ' || n, 'Europe/Berlin', now() - interval '1 year' from generate_series(2, $2::int) n`,
  `insert into amenity (tenant_id, id, building_id, name, type, state, created_at)
    select $1, gen_random_uuid(), b.id, 'Place ' || g, (array['WASHROOM', 'KITCHEN', 'ELEVATOR'])[1 + g % 3],
      case when g % 250 = 0 then 'OUT_OF_ORDER' else 'OPERATIONAL' end, now() - interval '1 year'
    from generate_series(2, $3::int) g join (${numbered('building')}) b on b.n = ${nth('building', 'g')}`,
  `insert into qr_code (tenant_id, code, amenity_id, scans, last_scan_at, created_at)
    select $1, substr(md5($1::uuid::text || a.id), 1, 12), a.id, 100, now(), now() - interval '1 year' from (${numbered('amenity')}) a
    where a.n % 200 > 0 and not exists (select from qr_code q where q.tenant_id = $1 and q.amenity_id = a.id)`,
  `insert into app_user (tenant_id, id, email, name, roles, state, created_at)
    select $1, gen_random_uuid(), 'technician-' || n || '-' || $1::uuid::text || '@example.com', 'Technician ' || n, '{TECHNICIAN}', 'ACTIVE', now()
    from generate_series(2, 30) n`,
]

const madeAt = "now() - interval '1 year' + g * (interval '1 year' / $4::bigint)"

/** A fifth has a comment, a third names an issue, one of fifty is in quarantine. */
const feedback = `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, issues, language, source, state, counted, created_at)
  select $1, ${idAt('at.made', 'f')}, a.id, a.building_id, case when g % 11 > 0 then 1 + (g * 7919) % 5 end,
    case when g % 5 = 0 then 'The ' || (array['floor', 'soap', 'light', 'door', 'mirror'])[1 + g / 5 % 5] || ' is ' || (array['dirty', 'broken', 'empty'])[1 + g / 25 % 3] || ' again ' || g end,
    case when g % 3 = 0 then jsonb_build_array(jsonb_build_object('code', (array['NO_PAPER', 'LEAK', 'LIGHT_OUT', 'OTHER'])[1 + g / 3 % 4], 'detail', null)) else '[]' end,
    'en', 's' || g, case when g % 50 = 0 then 'QUARANTINED' when g % 999 = 0 then 'HIDDEN' else 'VISIBLE' end, g % 50 > 0, at.made
  from generate_series($2::bigint, $3::bigint) g
  cross join lateral (select ${madeAt} as made) at
  join (${numbered('amenity')}) a on a.n = ${nth('amenity', 'g * 31')}`

const ofFeedback = [
  `insert into feedback_word (tenant_id, word, feedback_id)
    select f.tenant_id, w, f.id from feedback f cross join lateral unnest(string_to_array(lower(f.comment), ' ')) w
    where f.tenant_id = $1 and f.has_comment on conflict do nothing`,
  `insert into upload (tenant_id, id, purpose, content_type, size, created_at, expires_at, stored_at, width, height, file_key, thumbnail_key, feedback_id, attached_at)
    select f.tenant_id, gen_random_uuid(), 'FEEDBACK', 'image/webp', 1000, f.created_at, f.created_at, f.created_at, 10, 10, 'a', 'b', f.id, f.created_at
    from feedback f where f.tenant_id = $1 and substr(f.source, 2)::int % 40 = 1`,
  // Everything older than a week is marked as done.
  `insert into feedback_handled (tenant_id, feedback_id, received_at, at, author_kind, author_id, author_name)
    select tenant_id, id, created_at, created_at, 'USER', 'x', 'Somebody' from feedback
    where tenant_id = $1 and created_at < now() - interval '7 days' and (has_comment or issues <> '[]')`,
  `insert into feedback_label (tenant_id, label, feedback_id, received_at)
    select tenant_id, (array['Cleaning', 'Technical', 'Praise', 'Supplier'])[1 + substr(source, 2)::int / 20 % 4], id, created_at
    from feedback where tenant_id = $1 and substr(source, 2)::int % 20 = 0`,
]

/** The newest tasks are open, a fifth of them in progress, half of them assigned. */
const tasks = `insert into task (tenant_id, id, number, title, description, status, priority, source, building_id, amenity_id, category, verification,
    assignee_kind, assignee_id, due_at, reporter_count, created_by_name, created_at, started_at, completed_at, updated_at, reopen_count)
  select $1, ${idAt('at.made', 't')}, g, (array['No paper', 'Leak', 'Light is out', 'Broken door'])[1 + g % 4] || ' at place ' || (g % 100), 'A visitor reported this.',
    s.status, (array['LOW', 'MEDIUM', 'HIGH', 'URGENT'])[1 + g / 3 % 4], (array['FEEDBACK', 'FEEDBACK', 'SCHEDULE', 'MANUAL'])[1 + g % 4],
    a.building_id, a.id, case when s.status = 'DONE' then (array['NO_PAPER', 'LEAK', 'LIGHT_OUT', 'OTHER'])[1 + g % 4] end,
    case when g % 97 = 0 then 'REJECTED' else 'NONE' end,
    case when u.id is not null then 'USER' end, u.id, case when g % 3 > 0 then at.made + interval '2 days' end, g % 5, 'Visitor', at.made,
    case when s.status <> 'OPEN' then at.made + interval '1 hour' end, case when s.status = 'DONE' then at.made + interval '5 hours' end,
    at.made + interval '5 hours', case when g % 97 = 0 then 1 else 0 end
  from generate_series($2::bigint, $3::bigint) g
  cross join lateral (select case when g <= $4::bigint - $5::bigint then 'DONE' when g % 5 = 0 then 'IN_PROGRESS' else 'OPEN' end as status) s
  cross join lateral (select ${madeAt} as made) at
  join (${numbered('amenity')}) a on a.n = ${nth('amenity', 'g * 31')}
  left join (${numbered('app_user')}) u on g % 2 = 0 and u.n = ${nth('app_user', 'g / 2 * 17')}`

const ofTasks = [
  `insert into task_word (tenant_id, word, task_id)
    select t.tenant_id, w, t.id from task t cross join lateral unnest(string_to_array(lower(t.title || ' ' || t.number), ' ')) w
    where t.tenant_id = $1 on conflict do nothing`,
  `insert into task_feedback (tenant_id, task_id, feedback_id, linked_at)
    select t.tenant_id, t.id, f.id, t.created_at from task t
    cross join lateral (select id from feedback f where f.tenant_id = $1 and f.amenity_id = t.amenity_id and f.created_at <= t.created_at
      order by f.created_at desc limit t.reporter_count) f where t.tenant_id = $1 and t.source = 'FEEDBACK' on conflict do nothing`,
  `insert into task_note (tenant_id, id, task_id, text, public, author_kind, author_id, author_name, created_at)
    select tenant_id, gen_random_uuid(), id, 'Seen to', number % 4 = 0, 'USER', 'x', 'Somebody', created_at + interval '1 hour'
    from task where tenant_id = $1 and number % 2 = 0`,
  `insert into task_history (tenant_id, id, task_id, at, actor_kind, actor_id, actor_name, action, changes)
    select $1, gen_random_uuid(), t.id, t.created_at + v.after * interval '1 minute', v.kind, '', 'Somebody', v.action, v.changes::jsonb
    from task t cross join (values (0, 'SYSTEM', 'CREATED', '{}'), (5, 'SYSTEM', 'ASSIGNED', '{}'),
      (60, 'USER', 'STATUS_CHANGED', '{"status": ["OPEN", "IN_PROGRESS"]}'), (300, 'USER', 'STATUS_CHANGED', '{"status": ["IN_PROGRESS", "DONE"]}'),
      (310, 'VISITOR', 'REOPENED', '{"status": ["DONE", "OPEN"], "verification": ["CLAIMED", "REJECTED"]}')) v (after, kind, action, changes)
    where t.tenant_id = $1 and (v.action <> 'REOPENED' or t.verification = 'REJECTED')`,
  `insert into sla_clock (tenant_id, task_id, started_at, reopen_count, respond_by, respond_risk_at, resolve_by, resolve_risk_at, responded_at, resolved_at, breached)
    select tenant_id, id, created_at, reopen_count, created_at + interval '4 hours', created_at + interval '3 hours',
      created_at + (1 + number % 10) * interval '1 day', created_at + interval '18 hours', started_at, completed_at, number % 10 = 0
    from task where tenant_id = $1 and source <> 'SCHEDULE'`,
]

const audit = [
  `insert into audit_entry (tenant_id, id, at, actor_kind, actor_id, actor_name, action, target, request_id, fields, seq, hash, target_name)
    select $1, gen_random_uuid(), now() - interval '1 year' + g * (interval '1 year' / $2::bigint), 'USER', u.id::text, u.name,
      (array['tasks.updateTask', 'tasks.assignTask', 'admin.updateAmenity', 'dashboard.bulkFeedback', 'admin.createAmenity'])[1 + g % 5],
      t.id::text, 'r', '{status}', 1000000 + g, 'x'::bytea, ''
    from generate_series(1, $2::bigint) g join (${numbered('app_user')}) u on u.n = ${nth('app_user', 'g')}
    join task t on t.tenant_id = $1 and t.number = 1 + g % $3::bigint`,
  `insert into audit_tally (tenant_id, month, actor_id, action, entries)
    select tenant_id, date_trunc('month', at at time zone 'UTC')::date, actor_id, action, count(*) from audit_entry where tenant_id = $1 group by 1, 2, 3, 4
    on conflict (tenant_id, month, actor_id, action) do update set entries = excluded.entries`,
]

const columns = {
  status: 'status',
  building: 'building_id',
  assignee: 'assignee_id',
  priority: 'priority',
  source: 'source',
  amenity: 'amenity_id',
  category: 'category',
} as const

const tallies = Object.entries(facets).map(
  ([facet, fields]) => `insert into task_tally (tenant_id, facet, key, n)
  select $1, '${facet}', concat_ws('|', ${fields.map((field) => `coalesce(${columns[field]}::text, '-')`).join(', ')}), count(*)
  from task where tenant_id = $1 and merged_into is null group by 3`,
)

const chunk = 50_000

export const makeHotData = async (stage: Stage, { tenantId }: Prepared, size: Size): Promise<void> => {
  const parts = async (text: string, count: number, ...more: number[]): Promise<void> => {
    for (let from = 1; from <= count; from += chunk)
      await stage.sql(text, [tenantId, from, Math.min(count, from + chunk - 1), count, ...more])
  }
  const sql = (text: string, ...more: number[]) => stage.sql(text, [tenantId, ...more])
  await stage.sql("set synchronous_commit = 'off'")
  // Foreign keys are correct by construction, so checks are switched off.
  await stage.sql("set session_replication_role = 'replica'")
  await stage.sql(
    "update building set time_zone = 'Europe/Berlin', created_at = now() - interval '1 year' where tenant_id = $1",
    [tenantId],
  )
  const [buildings, amenities, codes, people] = places
  await sql(buildings ?? '', size.buildings)
  await stage.sql((amenities ?? '').replace('$3', '$2'), [tenantId, size.amenities])
  await sql(codes ?? '')
  await sql(people ?? '')
  await parts(feedback, size.feedback)
  await parts(tasks, size.tasks, size.open)
  if (size.feedback >= 1000) await stage.sql('vacuum (analyze) feedback, task')
  for (const text of [...ofFeedback, ...ofTasks, ...tallies]) await sql(text)
  const [entries, counts] = audit
  await sql(entries ?? '', size.tasks, size.tasks)
  await sql(counts ?? '')
  await stage.sql("set session_replication_role = 'origin'")
  await stage.sql("set synchronous_commit = 'on'")
}
