/** Guards of limits and against races (items 92 to 98 of the ledger). */
import type { Guard } from './kit.ts'

const modules = 'apps/server/src/modules'
const gate = 'apps/server/src/platform/gate'
const idempotency = `${gate}/idempotency.ts`
const limits = 'apps/server/migrations/0011-limits.sql'

const sentTenTimes = 'sent ten times at once with one Idempotency-Key has one effect'

export const guards: readonly Guard[] = [
  {
    items: [92],
    guard: 'who claims a place waits for who claims the one before',
    file: `${gate}/plan-limits.ts`,
    find: `  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [\`\${ctx.tenantId}:\${resource}\`])\n`,
    replace: '',
  },
  {
    items: [92],
    guard: 'no more places than the plan has',
    file: `${gate}/plan-limits.ts`,
    find: '(await countUsed(ctx, resource)) + more > allowed',
    replace: '(await countUsed(ctx, resource)) > allowed',
  },
  {
    items: [93],
    guard: 'changes of one task come one after the other',
    file: `${modules}/tasks/task-row.ts`,
    find: `    .where('id', '=', id)
    .forNoKeyUpdate()
`,
    replace: `    .where('id', '=', id)\n`,
  },
  {
    items: [93],
    guard: 'a task that is in a state already is not moved there again',
    file: `${modules}/tasks/move-task.ts`,
    find: 'const moves = task.status !== move.status',
    replace: 'const moves = true',
    tests: ['Fifty moves to DONE at once'],
  },
  {
    items: [94],
    guard: 'who has seen an old version changes nothing',
    file: `${gate}/version.ts`,
    find: 'ctx.ifMatch !== undefined && ctx.ifMatch !== version',
    replace: 'false',
  },
  {
    items: [94],
    guard: 'a version is what this service gave, whole',
    file: `${gate}/answer.ts`,
    find: 'const version = /^"(\\d{1,9})(?:-[\\w-]+)?"$/.exec(header.trim())?.[1]',
    replace: 'const version = /(\\d{1,9})/.exec(header.trim())?.[1]',
  },
  {
    items: [94],
    guard: 'a star is any version',
    file: `${gate}/answer.ts`,
    find: ` || header.trim() === '*'`,
    replace: '',
  },
  {
    items: [94],
    guard: 'who has seen an old building does not delete it',
    file: `${modules}/admin/buildings/delete-building.ts`,
    find: '  requireVersion(ctx, building.version)\n',
    replace: '',
  },
  {
    items: [95],
    guard: 'of requests with one key one runs',
    file: idempotency,
    find: `  if (!held?.held) throw conflict('A request with this Idempotency-Key is still running')\n`,
    replace: '',
    tests: [sentTenTimes],
  },
  {
    items: [95],
    guard: 'the first answer is given again',
    file: idempotency,
    find: '  if (before) {\n',
    replace: '  if (before && before.fingerprint !== fingerprint) {\n',
    tests: [sentTenTimes],
  },
  {
    items: [95],
    guard: 'a key is of one body',
    file: idempotency,
    find: '    if (before.fingerprint !== fingerprint) {',
    replace: '    if (false) {',
    tests: [sentTenTimes],
  },
  {
    items: [95],
    guard: 'a key is of one caller',
    file: `${gate}/gate.ts`,
    find: '          caller: principal.actor.id,',
    replace: `          caller: 'anybody',`,
    tests: ['The Idempotency-Key of a person, of a colleague and of each API key'],
  },
  {
    items: [96],
    guard: 'nobody adds an amenity to a building while it is deleted',
    file: `${modules}/admin/amenities/require-place.ts`,
    find: `    .where('archived_at', 'is', null)
    .forShare()
`,
    replace: `    .where('archived_at', 'is', null)\n`,
  },
  {
    items: [96],
    guard: 'nobody puts an amenity into a location while it is deleted',
    file: `${modules}/admin/amenities/require-place.ts`,
    find: `    .where('id', '=', locationId)
    .forShare()
`,
    replace: `    .where('id', '=', locationId)\n`,
  },
  {
    items: [96],
    guard: 'who deletes a building waits for who puts something there',
    file: `${modules}/admin/buildings/lock-building.ts`,
    find: `    .where('archived_at', 'is', null)
    .forUpdate()
`,
    replace: `    .where('archived_at', 'is', null)\n`,
  },
  {
    items: [96],
    guard: 'who deletes a location waits for who puts something there',
    file: `${modules}/admin/locations/delete-location.ts`,
    find: `    .where('building.archived_at', 'is', null)
    .forUpdate()
`,
    replace: `    .where('building.archived_at', 'is', null)\n`,
  },
  {
    items: [96],
    guard: 'nobody gives a new code to an amenity while it is deleted',
    file: `${modules}/admin/qr-codes/codes-of-amenities.ts`,
    find: 'and id = $2 and archived_at is null for update',
    replace: 'and id = $2 and archived_at is null',
  },
  {
    items: [96],
    guard: 'nobody gives a task to somebody who is being removed',
    file: `${modules}/tasks/assignment.ts`,
    find: ` and state <> 'DISABLED' for share`,
    replace: ` and state <> 'DISABLED'`,
  },
  {
    items: [96],
    guard: 'nobody adds a task to a place while it is deleted',
    file: `${modules}/tasks/create-task.ts`,
    find: `(select building_id from amenity where tenant_id = $1 and id = $3 and archived_at is null for share)`,
    replace: `(select building_id from amenity where tenant_id = $1 and id = $3 and archived_at is null)`,
  },
  {
    items: [97],
    guard: 'the people and keys of a tenant spend one bucket',
    file: `${gate}/gate.ts`,
    find: `if (by === 'tenant') await spend(reply, spec.limit, principal.tenant.id)`,
    replace: `if (by === 'tenant') await spend(reply, spec.limit, principal.actor.id)`,
  },
  {
    items: [97],
    guard: 'instances on one database count together',
    file: `${gate}/limits/open.ts`,
    find: `if (settings === 'off' || !(redisUrl || given)) return`,
    replace: `if (settings === 'off' || given || redisUrl) return`,
  },
  {
    items: [97],
    guard: 'of two who take from a bucket one waits',
    file: limits,
    find: 'from public.rate_bucket b where b.key = keys[i] for update;',
    replace: 'from public.rate_bucket b where b.key = keys[i];',
    tests: ['two instances that ask at once for what is left of a bucket'],
  },
]
