/**
 * Compares rights and policies in the database with the intended ones, table by table.
 * @external rights and policies as reported by the server
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tablesWithoutTenant } from '#server/platform/db/tables-without-tenant.ts'
import { exportsOn } from './exports.ts'
import { startTestServer } from './server.ts'

const server = await startTestServer({ worker: false })
const { owner } = exportsOn(server)

const directories: readonly string[] = tablesWithoutTenant
const roles = ['wellkept_app', 'wellkept_intake', 'wellkept_worker']

const inTenant = (column: string): string =>
  `(${column} = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)`
const policy = (name: string, command: string, role: string, using: string | null, check: string | null) =>
  [name, command, role, using ?? '-', check ?? '-'].join(' | ')
const own = (column: string) =>
  policy('tenant_isolation', 'ALL', 'wellkept_app', inTenant(column), inTenant(column))

// The owner deletes entries older than 400 days and, if it is no superuser, sees one tenant at a time.
const [{ name: ownerName } = { name: '' }] = await owner<{ name: string }>('select current_user as name')

/** Tables with other policies than the usual one of tenant tables. */
const special: Readonly<Record<string, readonly string[]>> = {
  // SSO sign-in names its tenant by slug, which `tenant_of_slug` sets while it runs.
  tenant: [
    policy(
      'called',
      'SELECT',
      'wellkept_app',
      "(slug = current_setting('app.tenant_slug'::text, true))",
      null,
    ),
    policy('keeper', 'SELECT', ownerName, inTenant('id'), null),
    own('id'),
    policy('worker_reads', 'SELECT', 'wellkept_worker', 'true', null),
  ],
  // An owner function checks whether a member was removed; the worker reads which tenants have alerts.
  app_user: [
    policy('keeper', 'SELECT', ownerName, inTenant('tenant_id'), null),
    own('tenant_id'),
    policy('worker_reads', 'SELECT', 'wellkept_worker', 'has_wishes', null),
  ],
  audit_head: [policy('keeper', 'ALL', ownerName, inTenant('tenant_id'), null), own('tenant_id')],
  // The worker finds the tenant of a request id.
  audit_entry: [
    policy('keeper', 'ALL', ownerName, inTenant('tenant_id'), null),
    own('tenant_id'),
    policy('worker_reads', 'SELECT', 'wellkept_worker', 'true', null),
  ],
  tenant_usage: [own('tenant_id'), policy('worker_reads', 'SELECT', 'wellkept_worker', 'true', null)],
  feedback: [policy('intake', 'INSERT', 'wellkept_intake', null, 'true'), own('tenant_id')],
  // Read for all tenants that ask at once; numbers that mean nothing.
  list_revision: [
    policy('anyone_reads', 'SELECT', 'wellkept_app', 'true', null),
    policy('keeper', 'ALL', ownerName, inTenant('tenant_id'), null),
    own('tenant_id'),
  ],
  due_work: [
    own('tenant_id'),
    policy('worker_reads', 'SELECT', 'wellkept_worker', 'true', null),
    policy('worker_retries', 'UPDATE', 'wellkept_worker', '(parked_at IS NOT NULL)', 'true'),
  ],
  arena_setting: [own('tenant_id'), policy('worker_reads', 'SELECT', 'wellkept_worker', 'true', null)],
  webhook: [own('tenant_id'), policy('worker_reads', 'SELECT', 'wellkept_worker', 'true', null)],
  slack_workspace: [own('tenant_id'), policy('worker_reads', 'SELECT', 'wellkept_worker', 'true', null)],
  schedule: [own('tenant_id'), policy('worker_reads', 'SELECT', 'wellkept_worker', 'true', null)],
  sla_clock: [own('tenant_id'), policy('worker_reads', 'SELECT', 'wellkept_worker', 'true', null)],
  event: [
    policy('intake', 'INSERT', 'wellkept_intake', null, 'true'),
    own('tenant_id'),
    policy('worker', 'ALL', 'wellkept_worker', 'true', 'true'),
  ],
}

const everything = 'DELETE, INSERT, SELECT, UPDATE'
/** Rights that are not the usual four of the request role. */
const rights: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tenant: { wellkept_app: 'INSERT, SELECT, UPDATE', wellkept_worker: 'SELECT' },
  audit_entry: { wellkept_app: 'INSERT, SELECT' },
  audit_head: { wellkept_app: 'INSERT, SELECT, UPDATE' },
  feedback: { wellkept_app: everything, wellkept_intake: 'INSERT' },
  due_work: { wellkept_app: everything, wellkept_worker: 'SELECT' },
  schedule: { wellkept_app: everything, wellkept_worker: 'SELECT' },
  sla_clock: { wellkept_app: everything, wellkept_worker: 'SELECT' },
  event: { wellkept_app: everything, wellkept_intake: 'INSERT', wellkept_worker: 'DELETE, SELECT, UPDATE' },
  api_key_directory: { wellkept_app: 'DELETE, INSERT, SELECT' },
  qr_directory: { wellkept_app: 'DELETE, INSERT, SELECT' },
  one_time_code: { wellkept_app: everything, wellkept_worker: 'DELETE, SELECT' },
  spent_state: { wellkept_app: 'DELETE, INSERT, SELECT', wellkept_worker: 'DELETE, SELECT' },
  provider_event: { wellkept_app: 'DELETE, INSERT, SELECT', wellkept_worker: 'DELETE, SELECT' },
  slack_team: { wellkept_app: 'DELETE, INSERT, SELECT' },
  billing_customer: { wellkept_app: 'DELETE, INSERT, SELECT', wellkept_worker: 'SELECT' },
  feature_flag: { wellkept_app: 'INSERT, SELECT, UPDATE', wellkept_worker: 'SELECT' },
  platform_audit: { wellkept_app: 'INSERT, SELECT', wellkept_worker: 'DELETE, SELECT' },
  platform_audit_head: { wellkept_app: 'INSERT, SELECT, UPDATE', wellkept_worker: 'SELECT, UPDATE' },
  blocked_source: { wellkept_app: 'INSERT, SELECT, UPDATE', wellkept_worker: 'DELETE, SELECT' },
  erasure: { wellkept_app: 'INSERT, SELECT', wellkept_worker: 'SELECT' },
  announcement: { wellkept_app: 'INSERT, SELECT, UPDATE', wellkept_worker: 'DELETE, SELECT' },
  tenant_usage: { wellkept_app: everything, wellkept_worker: 'SELECT' },
  share_link_directory: { wellkept_app: 'DELETE, INSERT, SELECT' },
  sso_domain_directory: { wellkept_app: 'DELETE, INSERT, SELECT' },
  rate_bucket: {},
  list_revision: { wellkept_app: 'INSERT, SELECT, UPDATE' },
  source_salt: {},
  push_key: {},
  service_state: { wellkept_worker: 'SELECT, UPDATE' },
  job_run: { wellkept_worker: 'INSERT, SELECT, UPDATE' },
  schema_migration: { wellkept_worker: 'SELECT' },
}

/** Functions that run with their owner's rights, bypassing row security. */
const definers: readonly string[] = [
  'adopt_audit_entries',
  'erase_audit_names',
  'erase_protected',
  'forget_audit_entries',
  'forget_source_salts',
  'push_key_of',
  'rate_spend',
  'rate_sweep',
  'source_salt_of',
]

interface Table {
  name: string
  has_tenant: boolean
  enabled: boolean
  forced: boolean
}

const tables = await owner<Table>(
  `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
          exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as has_tenant
   from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
)
const secured = tables.filter(({ name }) => ![...directories, 'schema_migration'].includes(name))

test('Every table except the directories has forced row security, and a tenant column or is the tenant table', () => {
  assert.ok(secured.length > 25)
  for (const { name, enabled, forced, has_tenant } of secured) {
    assert.deepEqual({ enabled, forced }, { enabled: true, forced: true }, name)
    assert.ok(has_tenant || name === 'tenant', name)
  }
})

test('Tables without a tenant column have a comment that gives the reason', async () => {
  const commented = await owner<{ name: string; comment: string }>(
    `select c.relname as name, obj_description(c.oid, 'pg_class') as comment from pg_class c
     where c.relnamespace = 'public'::regnamespace and obj_description(c.oid, 'pg_class') like 'no tenant: %'`,
  )
  assert.deepEqual(commented.map(({ name }) => name).sort(), [...directories, 'schema_migration'].sort())
  for (const { name, comment } of commented) assert.ok(comment.length > 'no tenant: '.length + 10, name)
})

test('Every table has exactly the expected policies', async () => {
  const policies = await owner<{ table: string; text: string }>(
    `select tablename as table, concat_ws(' | ', policyname, cmd, array_to_string(roles, ','), coalesce(qual, '-'), coalesce(with_check, '-')) as text
     from pg_policies where schemaname = 'public' order by tablename, policyname`,
  )
  for (const { name } of tables) {
    const found = policies.filter(({ table }) => table === name).map(({ text }) => text)
    const expected = secured.some((table) => table.name === name) ? (special[name] ?? [own('tenant_id')]) : []
    assert.deepEqual(found, expected, name)
  }
  const permissive = await owner('select from pg_policy where not polpermissive')
  assert.deepEqual(permissive, [])
})

test('Every role has exactly the expected table rights, and PUBLIC has none', async () => {
  const granted = await owner<{ table: string; role: string; rights: string }>(
    `select c.relname as table, coalesce(r.rolname, 'PUBLIC') as role, string_agg(a.privilege_type, ', ' order by a.privilege_type) as rights
     from pg_class c, aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a left join pg_roles r on r.oid = a.grantee
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.grantee <> c.relowner
     group by 1, 2 order by 1, 2`,
  )
  for (const { name } of tables) {
    const found = Object.fromEntries(
      granted.filter(({ table }) => table === name).map(({ role, rights: held }) => [role, held]),
    )
    assert.deepEqual(found, rights[name] ?? { wellkept_app: everything }, name)
  }
  const columns = await owner<{ right: string }>(
    `select c.relname || ' ' || x.grantee::regrole || ' ' || x.privilege_type || ': ' || string_agg(a.attname, ', ' order by a.attname) as right
     from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace, aclexplode(a.attacl) x
     group by c.relname, x.grantee, x.privilege_type order by 1`,
  )
  assert.deepEqual(
    columns.map(({ right }) => right),
    [
      'app_user wellkept_worker SELECT: has_wishes, tenant_id',
      'arena_setting wellkept_worker SELECT: tenant_id',
      'audit_entry wellkept_worker SELECT: at, request_id, tenant_id',
      'due_work wellkept_worker UPDATE: attempts, due_at, fault, parked_at',
      'slack_workspace wellkept_worker SELECT: state, tenant_id',
      'webhook wellkept_worker SELECT: deleted_at, enabled, id, tenant_id',
    ],
    'no other rights on single columns',
  )
})

test('The roles of requests own nothing, have no privileged attribute, and are members of no other role', async () => {
  const attributes = await owner<Record<string, unknown>>(
    `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication from pg_roles
     where rolname = any($1) order by 1`,
    [roles],
  )
  assert.deepEqual(
    attributes,
    roles.map((rolname) => ({
      rolname,
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolcanlogin: false,
      rolreplication: false,
    })),
  )
  const memberships = await owner(
    'select r.rolname from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname = any($1)',
    [roles],
  )
  assert.deepEqual(memberships, [])
  const owned = await owner(
    `select c.relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = any($1)
     union all select p.proname from pg_proc p join pg_roles r on r.oid = p.proowner where r.rolname = any($1)
     union all select n.nspname from pg_namespace n join pg_roles r on r.oid = n.nspowner where r.rolname = any($1)`,
    [roles],
  )
  assert.deepEqual(owned, [])
  const schemas = await owner<{ role: string; schema: string }>(
    `select r.rolname as role, n.nspname as schema from pg_roles r cross join pg_namespace n
     where r.rolname = any($1) and n.nspname !~ '^pg_' and has_schema_privilege(r.oid, n.oid, 'CREATE')`,
    [roles],
  )
  assert.deepEqual(schemas, [], 'none may make tables or functions')
})

test('Functions with the rights of their owner are listed here and set their own search_path', async () => {
  const found = await owner<{ name: string; settings: string[] | null }>(
    `select p.proname as name, p.proconfig as settings from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and n.nspname !~ '^(pg_|information_schema)' order by 1`,
  )
  assert.deepEqual(
    found.map(({ name }) => name),
    definers,
  )
  for (const { name, settings } of found)
    assert.ok(
      settings?.some((setting) => setting.startsWith('search_path=')),
      name,
    )
})

test('No view bypasses row security', async () => {
  const views = await owner<{ name: string; options: string[] | null }>(
    `select c.relname as name, c.reloptions as options from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')`,
  )
  for (const { name, options } of views) assert.ok(options?.includes('security_invoker=true'), name)
})

test('Requests cannot call the function that secures tables', async () => {
  const callers = await owner<{ may: boolean }>(
    "select has_function_privilege(r, 'secure_tenant_table(text)', 'EXECUTE') as may from unnest($1::text[]) r",
    [roles],
  )
  assert.deepEqual(
    callers.map(({ may }) => may),
    [false, false, false],
  )
})
