/** Guards of tenancy and authorisation (items 40 to 49 of the ledger). */
import type { Guard } from './kit.ts'

const modules = 'apps/server/src/modules'
const tenantDb = 'apps/server/src/platform/db/tenant-db.ts'
const roles = 'apps/server/migrations/0001-roles.sql'
const users = 'packages/contracts/src/admin/users.ts'
const places = `${modules}/admin/amenities/require-place.ts`
const member = `${modules}/admin/users/member.ts`

/** The second line behind each condition of ours. */
const rowSecurity = {
  file: roles,
  find: `using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)`,
  replace: 'using (true)',
}

const ofAnotherTenant = 'of another tenant and of nobody are NOT_FOUND in the same bytes'
const inBody = 'takes a foreign id in its body for a missing one'
const inQuery = 'filtered by a foreign id answers as for a missing one'

export const guards: readonly Guard[] = [
  {
    items: [40],
    guard: 'what the query builder selects is of the tenant',
    file: 'apps/server/src/platform/db/tenant-plugin.ts',
    find: '    return where ? { ...select, where } : select',
    replace: '    return select',
    also: [rowSecurity],
    tests: [ofAnotherTenant, inBody],
  },
  {
    items: [40],
    guard: 'an amenity that is locked by hand is of the tenant',
    file: `${modules}/admin/qr-codes/codes-of-amenities.ts`,
    find: 'from amenity where tenant_id = $1 and id = $2',
    replace: 'from amenity where $1::uuid is not null and id = $2',
    also: [rowSecurity],
    tests: [ofAnotherTenant],
  },
  {
    items: [40],
    guard: 'tasks that are listed are of the tenant',
    file: `${modules}/tasks/list-sql.ts`,
    find: `['t.tenant_id = $1', 't.merged_into is null']`,
    replace: `['$1::uuid is not null', 't.merged_into is null']`,
    also: [
      rowSecurity,
      {
        file: `${modules}/tasks/list-sql.ts`,
        find: 'from page p join task t on t.tenant_id = $1 and t.id = p.id',
        replace: 'from page p join task t on t.id = p.id',
      },
    ],
    tests: [inQuery],
  },
  {
    items: [40],
    guard: 'the building of an amenity is one of the tenant',
    file: places,
    find: '  if (!building) throw notFound()\n',
    replace: '',
    tests: [inBody],
  },
  {
    items: [40],
    guard: 'the location of an amenity is one of the tenant',
    file: places,
    find: '  if (!location) throw notFound()\n  if (location.building_id !== buildingId)',
    replace: '  if (location && location.building_id !== buildingId)',
    tests: [inBody],
  },
  {
    items: [40],
    guard: 'the building of a location is one of the tenant',
    file: `${modules}/admin/locations/place-locations.ts`,
    find: '  if (!building) throw notFound()\n',
    replace: '',
    tests: [inBody],
  },
  {
    items: [40],
    guard: 'the buildings that somebody covers are of the tenant',
    file: member,
    find: '  if (found.length !== new Set(ids).size) throw notFound()\n',
    replace: '',
    tests: [inBody],
  },
  {
    items: [40],
    guard: 'who gets a task is in the team',
    file: `${modules}/tasks/assignment.ts`,
    find: '  if (!user) throw notFound()\n  return user.id',
    replace: '  return user?.id ?? input.userId',
    tests: [inBody],
  },
  {
    items: [40],
    guard: 'the submissions behind a new task are of the tenant',
    file: `${modules}/tasks/create-task.ts`,
    find: '  if (rows.length !== ids.length) throw notFound()\n',
    replace: '',
    tests: [inBody],
  },
  {
    items: [40],
    guard: 'tasks that are changed together are of the tenant',
    file: `${modules}/tasks/bulk-tasks.ts`,
    find: '  if (!task) throw notFound()\n',
    replace: '  if (!task) return\n',
    tests: [inBody],
  },
  {
    items: [40],
    guard: 'who covers every building does not cover a foreign one',
    file: `${modules}/admin/users/list-users.ts`,
    find: `      .where((eb) => eb.exists(eb.selectFrom('building').select('id').where('id', 'in', buildings)))\n`,
    replace: '',
    tests: [inQuery],
  },
  {
    items: [40, 41],
    guard: 'an answer does not repeat what was asked for',
    file: 'apps/server/src/platform/http/app.ts',
    find: '.send(envelope(fault.code, fault.message, fault.details))',
    replace: `.send(envelope(fault.code, \`\${fault.message}: \${request.url}\`, fault.details))`,
    tests: [ofAnotherTenant, 'A foreign id is told in the bytes and in the time'],
  },
  {
    items: [41],
    guard: 'a foreign record is not looked at, so it takes no longer than one that nobody has',
    file: 'apps/server/src/platform/db/tenant-plugin.ts',
    find: '    return where ? { ...select, where } : select',
    replace: '    return select',
    also: [
      {
        ...rowSecurity,
        replace: `using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid or pg_sleep(0.003)::text is null)`,
      },
    ],
  },
  {
    items: [42],
    guard: 'what is not declared is left out',
    file: 'apps/server/src/platform/gate/text.ts',
    find: '    const kept: Record<string, unknown> = {}\n',
    replace: '    const kept: Record<string, unknown> = { ...value }\n',
  },
  {
    items: [43],
    guard: 'only an ADMIN changes people',
    file: users,
    find: `  summary: 'Update roles, details or active; deactivation ends sessions at once, the last ADMIN stays one',
  access: admin(null),`,
    replace: `  summary: 'Update roles, details or active; deactivation ends sessions at once, the last ADMIN stays one',
  access: technician(null),`,
    also: [
      { file: users, find: 'import { admin, endpoint,', replace: 'import { admin, technician, endpoint,' },
    ],
    tests: ['A person gives nobody a role without being ADMIN', 'The only ADMIN cannot stop being one'],
  },
  {
    items: [43],
    guard: 'one ADMIN stays',
    file: member,
    find: `  if (admins === 0) throw conflict('The last active administrator must stay one')\n`,
    replace: '',
  },
  {
    items: [43],
    guard: 'a role is named once',
    file: users,
    find: 'Type.Array(RoleName, { minItems: 1, maxItems: 3, uniqueItems: true })',
    replace: 'Type.Array(RoleName, { minItems: 1, maxItems: 4 })',
  },
  {
    items: [43],
    guard: 'a role is one of three words in capitals',
    file: 'packages/contracts/src/kit/vocabulary.ts',
    find: 'Type.Enum([...roles])',
    replace: 'Type.Unsafe<Role>(Type.String())',
  },
  {
    items: [44],
    guard: 'a technician sees no task of somebody else',
    file: `${modules}/tasks/access.ts`,
    find: `  if (actor.kind !== 'USER' || task.assignee_id !== null) return false\n`,
    replace: `  if (actor.kind !== 'USER') return false\n`,
  },
  {
    items: [44],
    guard: 'a technician reads no task of somebody else',
    file: `${modules}/tasks/get-task.ts`,
    find: '  requireSight(ctx, await findTask(ctx, params.id))',
    replace: '  await findTask(ctx, params.id)',
  },
  {
    items: [44],
    guard: 'a technician reads no notes of a task of somebody else',
    file: `${modules}/tasks/list-task-notes.ts`,
    find: '  requireSight(ctx, await findTask(ctx, params.id))',
    replace: '  await findTask(ctx, params.id)',
  },
  {
    items: [44],
    guard: 'a technician reads no history of a task of somebody else',
    file: `${modules}/tasks/get-task-history.ts`,
    find: '  requireSight(ctx, await findTask(ctx, params.id))',
    replace: '  await findTask(ctx, params.id)',
  },
  {
    items: [44],
    guard: 'a technician edits no task of somebody else',
    file: `${modules}/tasks/update-task.ts`,
    find: '  requireSight(ctx, task)\n',
    replace: '',
  },
  {
    items: [44],
    guard: 'a technician moves no task of somebody else',
    file: `${modules}/tasks/set-task-status.ts`,
    find: '  requireSight(ctx, task)\n',
    replace: '',
    also: [{ file: `${modules}/tasks/move-task.ts`, find: '  requireSight(ctx, task)\n', replace: '' }],
  },
  {
    items: [44],
    guard: 'lists show a technician their own tasks and the pool',
    file: `${modules}/tasks/filters.ts`,
    find: `  if (managesTasks(actor) || actor.kind !== 'USER') return [{}]\n`,
    replace: `  if (managesTasks(actor) || actor.kind) return [{}]\n`,
    tests: ['A technician finds their own tasks and the unassigned ones'],
  },
  {
    items: [44],
    guard: 'a list that is remembered is of one caller',
    file: 'apps/server/src/platform/gate/remembered.ts',
    find: 'JSON.stringify([tenant, kind, id, rights, readOnly ?? null])',
    replace: 'JSON.stringify([tenant, readOnly ?? null])',
    tests: ['What one person is shown is shown to nobody else'],
  },
  {
    items: [45],
    guard: 'the plan opens what it opens',
    file: 'apps/server/src/platform/gate/authorize.ts',
    find: 'if (spec.plan && plans.indexOf(principal.tenant.plan) < plans.indexOf(spec.plan)) {',
    replace: 'if (false) {',
  },
  {
    items: [46],
    guard: 'a sending is known by its id within its tenant',
    file: 'apps/server/migrations/0006-feedback.sql',
    find: 'create unique index feedback_submission on feedback (tenant_id, submission_id)',
    replace: 'create unique index feedback_submission on feedback (submission_id)',
  },
  {
    items: [46],
    guard: 'the id of a task is made by the server',
    file: `${modules}/tasks/create-task.ts`,
    find: '  const id = newId(ctx.now.getTime())\n',
    replace: '  const id = body.checklist?.[0]?.id ?? newId(ctx.now.getTime())\n',
  },
  {
    items: [47],
    guard: 'the tenant is set for one transaction only',
    file: tenantDb,
    find: 'set local app.tenant_id',
    replace: 'set app.tenant_id',
  },
  {
    items: [47],
    guard: 'a transaction that failed is rolled back before its connection goes back',
    file: tenantDb,
    find: `    await client.query('rollback').catch(`,
    replace: `    await client.query('select 1').catch(`,
  },
  {
    items: [48],
    guard: 'without a tenant row security shows no row',
    ...rowSecurity,
    replace: `using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid or nullif(current_setting(''app.tenant_id'', true), '''') is null)`,
  },
  {
    items: [48],
    guard: 'without a tenant row security takes no row',
    file: roles,
    find: `with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)`,
    replace: 'with check (true)',
  },
  {
    items: [49],
    guard: 'figures count submissions of the tenant',
    file: `${modules}/dashboard/overview-figures.ts`,
    find: 'where f.tenant_id = $1 and f.counted',
    replace: 'where $1::uuid is not null and f.counted',
    also: [rowSecurity],
  },
]
