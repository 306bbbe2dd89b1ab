/** Millions of tasks, created by SQL, with counters as exact as if created through the API. */
import { facets } from '#server/modules/tasks/list/tally.ts'
import type { Prepared } from '#test/faults/service.ts'
import type { Stage } from './stage.ts'

const buildings = 10
const staff = 20

const columns = {
  status: 'status',
  building: 'building_id',
  assignee: 'assignee_id',
  priority: 'priority',
  source: 'source',
  amenity: 'amenity_id',
  category: 'category',
} as const

const places = `
  insert into building (tenant_id, id, name, time_zone, created_at)
    select $1, gen_random_uuid(), 'Building ' || n, 'UTC', now() from generate_series(2, ${buildings}) n`

const amenities = `
  insert into amenity (tenant_id, id, building_id, name, type, created_at)
    select $1, gen_random_uuid(), b.id, 'Washroom ' || n, 'WASHROOM', now()
    from building b, generate_series(1, 10) n where b.tenant_id = $1`

const people = `
  insert into app_user (tenant_id, id, email, name, roles, state, created_at)
    select $1, gen_random_uuid(), 'technician-' || n || '-' || md5(random()::text) || '@example.com', 'Technician ' || n, '{TECHNICIAN}', 'ACTIVE', now()
    from generate_series(2, ${staff}) n`

/** 30 % open, 10 % in progress, 60 % done; every second one is assigned; ten buildings, categories, four priorities. */
const tasks = `
  with a as (select id, building_id, row_number() over (order by id) - 1 as n, count(*) over () as all_of from amenity where tenant_id = $1),
       u as (select id, row_number() over (order by id) - 1 as n, count(*) over () as all_of from app_user where tenant_id = $1)
  insert into task (tenant_id, id, number, title, description, status, priority, source, building_id, amenity_id, category,
                    assignee_kind, assignee_id, due_at, reporter_count, created_by_name, created_at, started_at, completed_at, updated_at)
  select $1, gen_random_uuid(), g, 'No paper at washroom ' || (g % 100), 'A visitor reported this.',
         s.status, (array['LOW', 'MEDIUM', 'HIGH', 'URGENT'])[1 + g % 4], (array['FEEDBACK', 'STATUS_REPORT', 'SCHEDULE', 'MANUAL'])[1 + g / 7 % 4],
         a.building_id, a.id, case when s.status = 'DONE' then (array['NO_PAPER', 'NO_SOAP', 'DIRTY', 'BROKEN'])[1 + g / 3 % 4] end,
         case when u.id is not null then 'USER' end, u.id, at.made + interval '1 day', g % 5, 'Visitor', at.made,
         case when s.status <> 'OPEN' then at.made + interval '1 hour' end, case when s.status = 'DONE' then at.made + interval '5 hours' end, at.made
  from generate_series($2::int, $3::int) g
  cross join lateral (select case when g * 7 % 10 < 3 then 'OPEN' when g * 7 % 10 < 4 then 'IN_PROGRESS' else 'DONE' end as status) s
  cross join lateral (select now() - interval '2 years' + g * (interval '2 years' / $4::int) as made) at
  join a on a.n = (g * 31) % a.all_of
  left join u on g % 2 = 0 and u.n = (g / 2 * 17) % u.all_of`

const tallies = (facet: string, fields: readonly (keyof typeof columns)[]): string => `
  insert into task_tally (tenant_id, facet, key, n)
  select $1, '${facet}', concat_ws('|', ${fields.map((field) => `coalesce(${columns[field]}::text, '-')`).join(', ')}), count(*)
  from task where tenant_id = $1 and merged_into is null group by 3`

const chunk = 50_000

export const makeTasks = async (stage: Stage, { tenantId }: Prepared, count: number): Promise<void> => {
  await stage.sql("set synchronous_commit = 'off'")
  for (const text of [places, amenities, people]) await stage.sql(text, [tenantId])
  for (let from = 1; from <= count; from += chunk)
    await stage.sql(tasks, [tenantId, from, Math.min(count, from + chunk - 1), count])
  for (const [facet, fields] of Object.entries(facets)) await stage.sql(tallies(facet, fields), [tenantId])
  await stage.sql("set synchronous_commit = 'on'")
}
