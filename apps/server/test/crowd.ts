/** A tenant after a year: thousands of submissions and tasks with all related rows, written by SQL. */
import pg from 'pg'
import { facets } from '#server/modules/tasks/list/tally.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestServer } from './server.ts'
import type { TestTenant } from './world.ts'

export const crowd = { buildings: 20, amenities: 1000, feedback: 5000, tasks: 2000, users: 60, entries: 3000 }

export interface Crowded {
  readonly buildingId: string
  readonly locationId: string
  readonly amenityId: string
  readonly qrCode: string
  readonly statusItemId: string
  readonly feedbackId: string
  readonly taskId: string
  readonly userId: string
}

/** The n-th id of a kind: as random as ids of many devices, and the same in each part of the script. */
const nth = (kind: string, n: string): string => `md5('$TENANT ${kind} ' || (${n}))::uuid`

const script = `
  insert into building (tenant_id, id, name, time_zone, created_at)
    select '$TENANT', ${nth('building', 'n')}, 'House ' || n, 'UTC', '$NOW' from generate_series(1, ${crowd.buildings}) n;
  insert into location (tenant_id, id, building_id, kind, name, created_at)
    select '$TENANT', ${nth('location', 'n')}, ${nth('building', '1 + n % 20')}, 'FLOOR', 'Floor ' || n, '$NOW' from generate_series(1, 100) n;
  insert into amenity (tenant_id, id, building_id, location_id, name, type, state, created_at)
    select '$TENANT', ${nth('amenity', 'n')}, ${nth('building', '1 + n % 20')}, ${nth('location', '1 + n % 100')}, 'Washroom ' || n, 'WASHROOM',
      case when n % 40 = 0 then 'OUT_OF_ORDER' else 'OPERATIONAL' end, '$NOW' from generate_series(1, ${crowd.amenities}) n;
  insert into qr_code (tenant_id, code, amenity_id, scans, last_scan_at, created_at)
    select '$TENANT', upper(left(md5('$TENANT code ' || n), 20)), case when n <= ${crowd.amenities} then ${nth('amenity', 'n')} end, n, '$NOW', '$NOW'
    from generate_series(1, 2 * ${crowd.amenities}) n;
  insert into qr_directory (code, tenant_id) select code, tenant_id from qr_code where tenant_id = '$TENANT' on conflict do nothing;
  insert into app_user (tenant_id, id, email, name, roles, state, created_at)
    select '$TENANT', ${nth('user', 'n')}, 'p' || n || '@example.com', 'Person ' || n, '{TECHNICIAN}', 'ACTIVE', '$NOW' from generate_series(1, ${crowd.users}) n;
  insert into status_item (tenant_id, id, amenity_id, name, position, state, report, since, reports, created_at)
    select '$TENANT', ${nth('item', 'n')}, ${nth('amenity', '1 + n % 200')}, 'Tap ' || n, n / 200, case when n % 7 = 0 then 'OUT_OF_ORDER' else 'OPERATIONAL' end,
      case when n % 5 = 0 then 'REPORTED' else 'OK' end, '$NOW', 1, '$NOW' from generate_series(1, 600) n;
  insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, issues, language, source, created_at)
    select '$TENANT', ${nth('feedback', 'n')}, ${nth('amenity', '1 + n % 200')}, ${nth('building', '1 + (1 + n % 200) % 20')}, 1 + n % 5,
      case when n % 2 = 0 then 'The lamp number ' || n || ' is broken' end, case when n % 3 = 0 then '[{"code":"LEAK","detail":null}]' else '[]' end::jsonb,
      'en', 'source ' || n, timestamptz '$NOW' - n * interval '7 minutes' from generate_series(1, ${crowd.feedback}) n;
  insert into feedback_word (tenant_id, word, feedback_id)
    select '$TENANT', w, ${nth('feedback', 'n')} from generate_series(2, ${crowd.feedback}, 2) n, unnest(array['the', 'lamp', 'number', n::text, 'is', 'broken']) w;
  insert into feedback_follow_up (tenant_id, id, feedback_id, at, message)
    select '$TENANT', ${nth('follow', 'n')}, ${nth('feedback', 'n')}, '$NOW', 'Still there' from generate_series(1, 500) n;
  insert into status_report (tenant_id, id, item_id, amenity_id, issue, source, created_at)
    select '$TENANT', ${nth('feedback', 'n')}, ${nth('item', '1 + n % 600')}, ${nth('amenity', '1 + (1 + n % 600) % 200')}, 'LEAK', 'source ' || n, timestamptz '$NOW' - n * interval '7 minutes'
    from generate_series(1, 1500) n;
  insert into status_change (tenant_id, id, amenity_id, item_id, item_name, at, state, report)
    select '$TENANT', ${nth('change', 'n')}, ${nth('amenity', '1 + n % 200')}, ${nth('item', '1 + n % 600')}, 'Tap', timestamptz '$NOW' - n * interval '20 minutes', 'DEGRADED', 'CONFIRMED'
    from generate_series(1, 2000) n;
  insert into task (tenant_id, id, number, title, status, priority, source, building_id, amenity_id, category, assignee_kind, assignee_id, due_at, reporter_count, merged_into, created_at, completed_at, updated_at)
    select '$TENANT', ${nth('task', 'n')}, n, 'Mend the lamp ' || n, (array['OPEN', 'IN_PROGRESS', 'DONE', 'DONE'])[1 + n % 4], (array['LOW', 'MEDIUM', 'HIGH', 'URGENT'])[1 + n / 7 % 4],
      'MANUAL', ${nth('building', '1 + (1 + n % 200) % 20')}, ${nth('amenity', '1 + n % 200')}, 'LEAK',
      case when n % 3 = 0 then 'USER' end, case when n % 3 = 0 then ${nth('user', '1 + n % 60')} end, case when n % 5 = 0 then timestamptz '$NOW' - n * interval '1 hour' end, 2,
      case when n % 50 = 49 then ${nth('task', 'n - 1')} end,
      timestamptz '$NOW' - n * interval '20 minutes', case when n % 4 > 1 then timestamptz '$NOW' - n * interval '10 minutes' end, '$NOW'
    from generate_series(1, ${crowd.tasks}) n;
  insert into tenant_counter (tenant_id, name, value) values ('$TENANT', 'task', ${crowd.tasks})
    on conflict (tenant_id, name) do update set value = excluded.value;
  insert into task_word (tenant_id, task_id, word)
    select '$TENANT', ${nth('task', 'n')}, w from generate_series(1, ${crowd.tasks}) n, unnest(array['mend', 'the', 'lamp', n::text]) w;
  insert into task_feedback (tenant_id, task_id, feedback_id, linked_at)
    select '$TENANT', ${nth('task', '1 + n % 2000')}, ${nth('feedback', 'n')}, '$NOW' from generate_series(1, 3000) n;
  insert into task_status_report (tenant_id, task_id, report_id, item_id, linked_at)
    select '$TENANT', ${nth('task', '1 + n % 2000')}, ${nth('feedback', 'n')}, ${nth('item', '1 + n % 600')}, '$NOW' from generate_series(1, 1500) n;
  insert into task_note (tenant_id, id, task_id, text, public, author_kind, author_id, author_name, created_at)
    select '$TENANT', ${nth('note', 'n')}, ${nth('task', '1 + n % 2000')}, 'Note', n % 2 = 0, 'USER', ${nth('user', '1')}::text, 'X', '$NOW' from generate_series(1, 4000) n;
  insert into task_history (tenant_id, id, task_id, at, actor_kind, actor_id, actor_name, action, changes)
    select '$TENANT', ${nth('history', 'n')}, ${nth('task', '1 + n % 2000')}, timestamptz '$NOW' - n * interval '5 minutes', 'USER', ${nth('user', '1')}::text, 'X', (array['CREATED', 'REOPENED', 'UNBLOCKED'])[1 + n % 3], '{}'
    from generate_series(1, 6000) n;
  insert into upload (tenant_id, id, purpose, content_type, size, created_at, expires_at, stored_at, attached_at, width, height, feedback_id, task_id, note_id)
    select '$TENANT', ${nth('upload', 'n')}, case when n % 2 = 0 then 'FEEDBACK' else 'TASK' end, 'image/jpeg', 1000, '$NOW', '$NOW', '$NOW', '$NOW', 10, 10,
      case when n % 2 = 0 then ${nth('feedback', 'n')} end, case when n % 2 = 1 then ${nth('task', '1 + n % 2000')} end, case when n % 4 = 1 then ${nth('note', 'n')} end
    from generate_series(1, 3000) n;
  insert into api_key (tenant_id, id, name, scopes, prefix, last_four, hash, created_by, created_by_name, created_at)
    select '$TENANT', ${nth('key', 'n')}, 'Key ' || n, '{read}', 'wk_live_', '0000', sha256(convert_to('$TENANT key ' || n, 'UTF8')), ${nth('user', '1 + n % 60')}, 'X', '$NOW'
    from generate_series(1, 50) n;
  insert into session (tenant_id, id, user_id, live_token, created_at, last_used_at, expires_at)
    select '$TENANT', ${nth('session', 'n')}, ${nth('user', '1 + n % 60')}, ${nth('live', 'n')}, '$NOW', '$NOW', timestamptz '$NOW' + interval '30 days' from generate_series(1, 1000) n;
`

const columns = {
  status: 'status',
  building: 'building_id',
  assignee: 'assignee_id',
  priority: 'priority',
  source: 'source',
  amenity: 'amenity_id',
  category: 'category',
} as const

const tallies = Object.entries(facets)
  .map(([facet, fields]) => {
    const key = fields.map((field) => `coalesce(${columns[field]}::text, '-')`).join(" || '|' || ")
    return `insert into task_tally (tenant_id, facet, key, n)
      select '$TENANT', '${facet}', ${key}, count(*) from task where tenant_id = '$TENANT' and merged_into is null group by 3;`
  })
  .join('\n')

const codeOf = async (client: pg.Client, tenantId: string): Promise<string> => {
  const { rows } = await client.query<{ code: string }>('select upper(left(md5($1), 20)) as code', [
    `${tenantId} code 22`,
  ])
  return rows[0]?.code ?? ''
}

const idOf = async (client: pg.Client, tenantId: string, kind: string): Promise<string> => {
  const { rows } = await client.query<{ id: string }>('select md5($1)::uuid as id', [`${tenantId} ${kind}`])
  return rows[0]?.id ?? newId(Date.now())
}

export const fillWithCrowd = async (server: TestServer, tenant: TestTenant): Promise<Crowded> => {
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  try {
    await client.query(`set app.tenant_id = '${tenant.id}'`)
    await client.query(
      (script + tallies)
        .replaceAll('$TENANT', tenant.id)
        .replaceAll('$NOW', server.clock.now().toISOString()),
    )
    const id = (kind: string) => idOf(client, tenant.id, kind)
    return {
      buildingId: await id('building 3'),
      amenityId: await id('amenity 22'),
      qrCode: await codeOf(client, tenant.id),
      locationId: await id('location 23'),
      statusItemId: await id('item 21'),
      feedbackId: await id('feedback 21'),
      taskId: await id('task 22'),
      userId: await id('user 23'),
    }
  } finally {
    await client.end()
  }
}
