/**
 * The guards that `npm run guards` removes, by the name in their mark: a line `// guard: name` above the statement,
 * operand or field. Only guards of the gate, tenancy, tokens, keys, sessions and limits.
 */

export interface Guard {
  /** items of the ledger; for each of them a test must fail without the guard */
  readonly items: readonly number[]
  /** replacement within the marked statement; default: the whole statement is removed */
  readonly out?: readonly [find: RegExp, put: string]
  /** SQL run besides; a guard in the database only has no mark */
  readonly sql?: string
}

const policies = (change: string): string => `do $$ declare one record; begin
  for one in select * from pg_policies where policyname = 'tenant_isolation' loop
    execute format('alter policy %I on %I.%I ${change}', one.policyname, one.schemaname, one.tablename);
  end loop; end $$`

/** Removed together with a tenant filter, since row security would still protect. */
const rowSecurity = policies('using (true)')
const ofAnyTenant = [/(?:\w+\.)?tenant_id = \$1/, '$1::uuid is not null'] as const
const noLimit = [/\d+/, '999999'] as const

export const guards: Readonly<Record<string, Guard>> = {
  // Tokens, keys and sessions
  'token-form': { items: [1, 9] },
  'token-signature': {
    items: [1, 8],
    out: [/jwtVerify\(/, "(async (text) => ({ payload: (await import('jose')).decodeJwt(text) }))("],
  },
  'token-time': { items: [7], out: [/: now/, ': new Date(0)'] },
  'token-type': { items: [7] },
  'active-person': { items: [10] },
  'person-forgotten': { items: [10] },
  'stream-standing': { items: [10, 16] },
  'file-standing': { items: [10] },
  'stream-ends-with-token': { items: [10] },
  'previous-key': { items: [11], out: [/\.\.\.others.*\)/, ''] },
  'one-credential': { items: [12] },
  'key-revoked': { items: [13, 16], out: [/ and k\.revoked_at is null/, ''] },
  'system-secret': { items: [17] },
  'refresh-live': { items: [24], out: [/ and s\.live_token = \$7::uuid/, ''] },
  'refresh-user': { items: [26], out: [/ and s\.user_id = \$3/, ' and $3::uuid is not null'] },
  'stolen-family': { items: [25] },
  'lost-unused': { items: [25], out: [/ and s\.unused_token = s\.live_token/, ''] },
  'lost-once': { items: [25], out: [/unused_token = null/, 'unused_token = $4'] },
  'lost-pair': { items: [25] },
  'link-once': { items: [27, 28, 38], out: [/ and l\.used_at is null/, ''] },
  'link-ends': { items: [28], out: [/ and l\.expires_at > \$3/, ''] },
  seal: { items: [28, 38] },
  'provider-signature': {
    items: [33, 34],
    out: [/jwtVerify\(/, "(async (text) => ({ payload: (await import('jose')).decodeJwt(text) }))("],
  },
  'provider-audience': { items: [33, 34] },
  'sso-request-once': { items: [35], out: [/ and used_at is null/, ''] },
  'sso-assertion-once': { items: [35], out: [/rows\.length === 1/, 'true'] },
  'sso-tenant': { items: [35], out: [/found\?\.tenantId === tenantId/, 'found'] },
  'password-known': { items: [39] },
  'password-ends-sessions': { items: [39] },

  // Tenancy
  'rows-shown': { items: [48], sql: rowSecurity },
  'rows-taken': { items: [48], sql: policies('with check (true)') },
  'tenant-filter': { items: [40], out: [/where \? .* : /, ''], sql: rowSecurity },
  'tenant-filter-by-hand': { items: [40], out: ofAnyTenant, sql: rowSecurity },
  'tenant-figures': { items: [49], out: ofAnyTenant, sql: rowSecurity },
  'tenant-of-building': { items: [40] },
  'tenant-of-covered-buildings': { items: [40] },
  'tenant-of-photos': { items: [90] },
  'tenant-of-one-transaction': { items: [47], out: [/set local/, 'set'] },
  'rolled-back': { items: [47], out: [/'rollback'/, "'select 1'"] },
  'task-sight': { items: [44] },
  'list-sight': { items: [44], out: [/ \|\| actor\.kind !== 'USER'/, ' || actor.kind'] },
  'link-of-assignee': { items: [44] },
  'remembered-for-caller': { items: [44], out: [/kind, id, rights, /, ''] },

  // The gate
  'role-and-scope': { items: [6, 14] },
  plan: { items: [45] },
  'shift-routing-plan': { items: [45] },
  'another-site': { items: [75] },
  'declared-fields': { items: [42], out: [/= \{\}/, '= { ...value }'] },
  'no-coercion': { items: [60], out: [/false/, 'true'] },
  'body-prototype': { items: [57], out: [/key === '__proto__'/, 'false'] },
  'body-size': { items: [59], out: noLimit },
  'no-nul': { items: [61] },
  'trusted-proxy': { items: [73], out: [/false/, 'true'] },
  version: { items: [94] },
  'key-runs-once': { items: [95] },
  'key-first-answer': { items: [95] },
  'link-act-once': { items: [95], out: [/if \(fresh\.length > 0\) /, ''] },
  'key-of-one-body': { items: [95] },
  'key-of-one-caller': { items: [95], out: [/principal\.actor\.id/, "'anybody'"] },
  'key-of-one-visitor': { items: [84], out: [/:\$\{source\}/, ''] },
  'photo-once': { items: [90] },
  'file-signature': { items: [89] },

  // Webhooks
  'former-secret-ends': { items: [105], out: [/new Date\(one\.until\) > now/, 'true'] },
  'gone-switches-off': { items: [103], out: [/status === 410/, 'false'] },

  // Sharing
  'share-address': { items: [28], out: [/\?\.token_hash\.equals\(hash\)/, ''] },
  'share-photo': { items: [28] },
  'share-password-tries': { items: [20] },
  'share-frame': { items: [75], out: [/framedBy \}\)/, "framedBy: ['https:'] })"] },
  'share-origin': { items: [71] },
  'share-previews': { items: [28], out: [/isAutomatedFetch\(request\)/, 'false'] },
  'share-stream-ends': { items: [10], out: [/rows\.map\(subjectOf\)/, 'subjects'] },
  'grant-accepted': { items: [44], out: [/ and accepted_at is not null/, ''] },
  'grant-in-time': { items: [10], out: [/ and until > \$3/, ' and $3::timestamptz is not null'] },
  'grant-ended': { items: [10], out: [/delete from grant_given/, 'update grant_given set slug = slug'] },
  'mailing-stop': { items: [28], out: [/ and id = \$2/, ' and $2::uuid is not null'] },

  // Limits
  'login-limit': { items: [20], out: noLimit },
  'magic-link-limit': { items: [30], out: noLimit },
  'limit-of-address': { items: [80] },
  'limit-of-tenant': { items: [97], out: [/tenant\.id/, 'actor.id'] },
  'misses-count': { items: [17, 79] },
  'one-network': { items: [80], out: [/\.slice\(0, 4\)/, ''] },
  'plan-limit': { items: [92] },
  'plan-limit-at-once': { items: [92] },
}
