/** Signing in, refresh and mailed links. */
import type { Guard } from './kit.ts'

const words = 'packages/contracts/src/kit/vocabulary.ts'
const contract = 'packages/contracts/src/auth.ts'
const text = 'apps/server/src/platform/gate/text.ts'
const gate = 'apps/server/src/platform/gate/gate.ts'
const secrets = 'apps/server/src/platform/crypto/keys.ts'
const login = 'apps/server/src/modules/auth/login.ts'
const passwords = 'apps/server/src/modules/auth/passwords.ts'
const refresh = 'apps/server/src/modules/auth/refresh.ts'
const stolen = 'apps/server/src/modules/auth/end-stolen-family.ts'
const links = 'apps/server/src/modules/auth/mail-links.ts'
const request = 'apps/server/src/modules/auth/request-magic-link.ts'
const sessions = 'apps/server/src/modules/auth/sessions.ts'
const mails = 'apps/server/src/modules/notifications/prepare.ts'

export const guards: readonly Guard[] = [
  {
    items: [19],
    guard: 'a hash is derived for nobody too',
    file: login,
    find: 'accounts.length > 0 ? accounts.map(({ passwordHash }) => passwordHash) : [undefined]',
    replace: 'accounts.map(({ passwordHash }) => passwordHash)',
    tests: ['A failed sign-in'],
  },
  {
    items: [19],
    guard: 'a failure is counted for nobody too',
    file: 'apps/server/src/modules/auth/failed-sign-ins.ts',
    find: 'accounts.length > 0 ? accounts : [{ tenantId: nobody, id: nobody }]',
    replace: 'accounts',
    tests: ['A failed sign-in'],
  },
  {
    items: [19],
    guard: 'who is invited or disabled is told what everybody is told',
    file: login,
    find: "known.filter(({ state }) => state === 'ACTIVE')",
    replace: 'known',
    tests: ['a disabled person'],
  },
  {
    items: [19],
    guard: 'who must use SSO has no other way in',
    file: login,
    find: ' && !ssoOnly)',
    replace: ')',
    also: [{ file: sessions, find: ' and ($4 or not ', replace: ' and ($4 or true or not ' }],
    tests: ['SSO is required'],
  },
  {
    items: [20],
    guard: 'five sign-ins for an address',
    file: words,
    find: 'login: { limit: 5,',
    replace: 'login: { limit: 6,',
  },
  {
    items: [20],
    guard: 'the bucket is the address’s',
    file: gate,
    find: "if (limits[spec.limit].by !== 'email') return",
    replace: 'return',
  },
  {
    items: [20],
    guard: 'spellings of an address are one address',
    file: text,
    find: "const clean = text.normalize('NFKC').trim().toLowerCase()",
    replace: "const clean = text.normalize('NFKC').trim()",
  },
  {
    items: [20],
    guard: 'who is refused is told for how long',
    file: 'apps/server/src/platform/gate/spend.ts',
    find: ", 'retry-after': String(verdict.resetSeconds) },",
    replace: ' },',
  },
  {
    items: [21],
    guard: 'sign-ins are counted by IP as well',
    file: contract,
    find: "limit: 'login',\n  alsoLimit: ['login-ip'],",
    replace: "limit: 'login',",
  },
  {
    items: [22],
    guard: 'all bytes of a password count',
    file: passwords,
    find: "message: password.normalize('NFKC'),",
    replace: "message: Buffer.from(password.normalize('NFKC')).subarray(0, 72),",
  },
  {
    items: [22],
    guard: 'a password that is too long is not hashed',
    file: contract,
    find: 'const password = Exact(128)',
    replace: 'const password = Exact(2_000_000)',
  },
  {
    items: [23],
    guard: 'forms of the same letters are one password',
    file: passwords,
    find: "message: password.normalize('NFKC'),",
    replace: 'message: password,',
  },
  {
    items: [23],
    guard: 'NUL is no text',
    file: text,
    find: " || value.includes('\\u0000')",
    replace: '',
    also: [
      {
        file: 'apps/server/src/platform/gate/body.ts',
        find: " || value.includes('\\u0000')",
        replace: '',
      },
    ],
  },
  {
    items: [24],
    guard: 'only the live refresh token is exchanged',
    file: refresh,
    find: ' and s.live_token = $7::uuid',
    replace: '',
  },
  {
    items: [24],
    guard: 'losing within ten seconds is no theft',
    file: refresh,
    find: 'const graceMs = 10_000',
    replace: 'const graceMs = -60_000',
  },
  {
    items: [25],
    guard: 'a spent token that comes back ends its family',
    file: refresh,
    find: 'if (family && isReuse(family, tokenId, ctx.now)) await',
    replace: 'if (family && !isReuse(family, tokenId, ctx.now)) await',
  },
  {
    items: [25],
    guard: 'its owner is mailed',
    file: stolen,
    find: "await emit(ctx, 'internal.mail_requested', {",
    replace: 'void ({',
  },
  {
    items: [25],
    guard: 'it is in the audit log',
    file: stolen,
    find: '  recordAudit(\n',
    replace: '  ;((..._: unknown[]) => {})(\n',
  },
  {
    items: [25],
    guard: 'a family ends once',
    file: stolen,
    find: ' and s.ended_at is null and u.tenant_id = $1',
    replace: ' and u.tenant_id = $1',
    also: [{ file: refresh, find: ' and ended_at is null for update', replace: ' for update' }],
  },
  {
    items: [26],
    guard: 'a refresh token is of its user',
    file: refresh,
    find: 'and s.user_id = $3 and s.live_token',
    replace: 'and $3::uuid is not null and s.live_token',
  },
  {
    items: [26],
    guard: 'a refresh token is of its tenant, by the filter and by row security',
    file: refresh,
    find: 'where s.tenant_id = $1 and s.id',
    replace: 'where $1::uuid is not null and s.id',
    also: [
      {
        file: 'apps/server/migrations/0001-roles.sql',
        find: "using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)\n       with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)",
        replace: 'using (true) with check (true)',
      },
      {
        file: 'apps/server/migrations/0002-tenant.sql',
        find: "using (id = nullif(current_setting('app.tenant_id', true), '')::uuid)",
        replace: 'using (true)',
      },
    ],
  },
  {
    items: [26],
    guard: 'who is remembered is remembered for one user of one tenant',
    file: 'apps/server/src/platform/gate/principals.ts',
    find: ' && remembered.userId === claims.userId && remembered.tenantId === claims.tenantId',
    replace: '',
  },
  {
    items: [27, 28],
    guard: 'a mailed link is spent once',
    file: links,
    find: ' and l.used_at is null and l.expires_at > $3',
    replace: ' and l.expires_at > $3',
    tests: ['A sign-in link works once', 'Reset-password takes'],
  },
  {
    items: [28],
    guard: 'HEAD is no way to fetch a page',
    file: 'apps/server/src/platform/http/app.ts',
    find: 'exposeHeadRoutes: false',
    replace: 'exposeHeadRoutes: true',
    tests: ['HEAD on verify'],
  },
  {
    items: [28],
    guard: 'a mailed link ends',
    file: links,
    find: ' and l.used_at is null and l.expires_at > $3',
    replace: ' and l.used_at is null',
    tests: ['Reset-password takes'],
  },
  {
    items: [28],
    guard: 'a mailed link is of one kind',
    file: links,
    find: ' and l.kind = $4 ',
    replace: ' and $4::text is not null ',
    tests: ['Reset-password takes'],
  },
  {
    items: [28],
    guard: 'a seal is ours and of one kind',
    file: secrets,
    find: 'if (!rings.some((ring) => timingSafeEqual(mac, ring.mac(kind, body).subarray(0, macLength))))\n        return undefined',
    replace: 'void [mac, kind, timingSafeEqual]',
    tests: ['Reset-password takes'],
  },
  {
    items: [29],
    guard: 'an answer waits as long for nobody as for somebody',
    file: 'apps/server/src/modules/auth/even-time.ts',
    find: '    await wait\n',
    replace: '    void wait\n',
    tests: ['takes as long for nobody'],
  },
  {
    items: [29],
    guard: 'an answer says the same for nobody as for somebody',
    file: request,
    find: "message: 'If this",
    replace: "message: account ? 'It is on its way' : 'If this",
  },
  {
    items: [30],
    guard: 'five links for an address',
    file: words,
    find: "'magic-link': { limit: 5,",
    replace: "'magic-link': { limit: 6,",
  },
  {
    items: [31],
    guard: 'a mail names the host that is set, never the one that is asked',
    file: mails,
    find: 'config.baseUrl}/app/$',
    replace: 'data.base ?? config.baseUrl}/app/$',
    also: [
      {
        file: request,
        find: "'SIGN_IN', account)",
        replace: "'SIGN_IN', account, { base: (ctx as unknown as { host: string }).host })",
      },
      {
        file: gate,
        find: "userAgent: request.headers['user-agent'] ?? '',\n      cookie:",
        replace:
          "userAgent: request.headers['user-agent'] ?? '',\n      ...{ host: 'http://' + String(request.headers['x-forwarded-host'] ?? request.headers.host) },\n      cookie:",
      },
    ],
  },
  {
    items: [32],
    guard: 'an address is kept in ASCII form',
    file: text,
    find: "const domain = domainToASCII(at[1] ?? '')",
    replace: "const domain = at[1] ?? ''",
    tests: ['An address in another alphabet'],
  },
  {
    items: [32],
    guard: 'an address has one form that no header can hide in',
    file: text,
    find: 'const at = emailShape.exec(clean)',
    replace: 'const at = /^.{1,64}@([^@]{1,190})$/s.exec(clean)',
    also: [
      {
        file: text,
        find: 'if (!/^[\\u0021-\\u007e]+$/.test(local)) return undefined',
        replace: 'void emailShape',
      },
    ],
  },
  {
    items: [32],
    guard: 'letters of an address that look like others are not taken',
    file: text,
    find: 'if (!/^[\\u0021-\\u007e]+$/.test(local)) return undefined',
    replace: '',
    tests: ['An address in another alphabet'],
  },
]
