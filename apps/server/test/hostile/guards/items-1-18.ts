/** Tokens and API keys. */
import type { Guard } from './kit.ts'

const tokens = 'apps/server/src/platform/gate/tokens.ts'
const secrets = 'apps/server/src/platform/crypto/keys.ts'
const gate = 'apps/server/src/platform/gate/gate.ts'
const people = 'apps/server/src/platform/gate/principals.ts'
const keys = 'apps/server/src/platform/gate/key-principals.ts'
const apiKeys = 'apps/server/src/platform/crypto/api-keys.ts'

const verifying = 'await jwtVerify(token, ({ kid }) => keyOf(keys, kid), {'

export const guards: readonly Guard[] = [
  {
    items: [1, 8],
    guard: 'what a token says counts only under a good signature',
    file: tokens,
    find: `const { payload } = ${verifying}`,
    replace: "const { payload } = { payload: (await import('jose')).decodeJwt(token) }; void ({",
  },
  {
    items: [1],
    guard: 'a token has three parts, and its signature one spelling',
    file: tokens,
    find: ' || !hasOneSpelling(token)',
    replace: '',
  },
  {
    items: [2],
    guard: 'one algorithm, and a key that no HMAC takes',
    file: tokens,
    find: `${verifying}\n      algorithms: ['EdDSA'],`,
    replace: `await jwtVerify(token, ({ kid, alg }) => (alg?.startsWith('HS') ? Buffer.from(keyOf(keys, kid).export({ format: 'pem', type: 'spki' })) : keyOf(keys, kid)), {
      algorithms: ['EdDSA', 'HS256', 'HS512'],`,
  },
  {
    items: [3],
    guard: 'the id of a key must be that of a key of ours',
    file: secrets,
    find: 'rings.find(({ signing }) => signing.id === id)?.verifying',
    replace: 'current.verifying || id',
  },
  {
    items: [3],
    guard: 'no address in a token is asked for a key',
    file: tokens,
    find: verifying,
    replace:
      "await jwtVerify(token, async ({ kid, jku }) => (typeof jku === 'string' && (await fetch(jku)), keyOf(keys, kid)), {",
  },
  {
    items: [3],
    guard: 'a key that a token brings along is none',
    file: tokens,
    find: verifying,
    replace:
      "await jwtVerify(token, async ({ kid, jwk }) => (jwk ? (await import('jose')).importJWK(jwk, 'EdDSA') : keyOf(keys, kid)), {",
  },
  {
    items: [4, 5],
    guard: 'header, claim, audience and lifetime of an access token are not those of a refresh token',
    file: tokens,
    find: 'typ: headerType[kind],\n',
    replace: '\n',
    also: [
      { file: tokens, find: 'audience: `', replace: 'nobody: `' },
      { file: tokens, find: 'type !== kind ||', replace: '' },
      { file: tokens, find: 'exp !== iat + lifetime[kind] ||', replace: '' },
    ],
  },
  {
    items: [7],
    guard: 'a token lives as long as its kind does',
    file: tokens,
    find: 'exp !== iat + lifetime[kind] ||',
    replace: '',
  },
  {
    items: [7],
    guard: 'a token of the future is none',
    file: tokens,
    find: 'iat > now.getTime() / 1000 + 60',
    replace: 'false',
  },
  {
    items: [7],
    guard: 'a token says what it is for',
    file: tokens,
    find: 'type !== kind ||',
    replace: '',
  },
  {
    items: [7],
    guard: 'time is looked at',
    file: tokens,
    find: 'currentDate: now,',
    replace: "currentDate: new Date((Number((await import('jose')).decodeJwt(token).iat) || 0) * 1000),",
  },
  {
    items: [9],
    guard: 'a token has at most 4 kB',
    file: tokens,
    find: 'token.length > 4096 || ',
    replace: '',
    tests: ['forged access and refresh'],
  },
  {
    items: [9],
    guard: 'headers have at most 32 kB',
    file: 'apps/server/src/platform/http/app.ts',
    find: 'maxHeaderSize: 32 * 1024',
    replace: 'maxHeaderSize: 4 * 1024 * 1024',
    tests: ['A token of a megabyte'],
  },
  {
    items: [10],
    guard: 'a person who is not active is nobody, and their sessions have ended',
    file: people,
    find: "row?.state !== 'ACTIVE' || row.ended_at ||",
    replace: '!row ||',
    also: [{ file: people, find: ' and u.removed_at is null', replace: '' }],
  },
  {
    items: [10],
    guard: 'nobody is in an erased tenant',
    file: people,
    find: " || row.tenant_state === 'ERASED'",
    replace: '',
    tests: ['A token of a removed or disabled person'],
  },
  {
    items: [10],
    guard: 'what is remembered of a person is forgotten with a change',
    file: people,
    find: 'if (entry.tenantId === tenantId) live.delete(key)',
    replace: 'void [entry, tenantId, key]',
    tests: ['A token of a removed or disabled person'],
  },
  {
    items: [10],
    guard: 'a person is remembered for half a second',
    file: people,
    find: 'const rememberMs = 500',
    replace: 'const rememberMs = 5000',
    tests: ['refused on the other instance'],
  },
  {
    items: [10],
    guard: 'roles are the user’s and not the token’s',
    file: people,
    find: 'roles: row.roles,',
    replace: "roles: JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).roles,",
    also: [
      {
        file: people,
        find: 'load = async (claims: TokenClaims,',
        replace: 'load = async (token: string, claims: TokenClaims,',
      },
      { file: people, find: 'load(claims, now)', replace: 'load(token, claims, now)' },
    ],
    tests: ['refused on the other instance'],
  },
  {
    items: [11],
    guard: 'the previous key is taken while it is named',
    file: secrets,
    find: '[current, ...others.slice(0, 1).map(ringOf)]',
    replace: '[current]',
  },
  {
    items: [12],
    guard: 'one credential',
    file: gate,
    find: 'if (credentials.length !== 1) throw unauthorized()',
    replace: '',
  },
  {
    items: [12],
    guard: 'one form of it',
    file: gate,
    find: '/^Bearer ([\\w.-]+)$/.exec',
    replace: '/^bearer\\s+([\\w.-]+)/i.exec',
  },
  {
    items: [13],
    guard: 'the checksum spares a query',
    file: apiKeys,
    find: ' && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)',
    replace: '',
    tests: ['A mistyped key'],
  },
  {
    items: [13],
    guard: 'the form of a key is exact',
    file: apiKeys,
    find: 'format.test(text) &&',
    replace: 'text.length > 0 &&',
    tests: ['A mistyped key'],
  },
  {
    items: [13, 16],
    guard: 'a revoked key is none',
    file: keys,
    find: ' and k.revoked_at is null',
    replace: '',
    tests: ['A mistyped key', 'A key that is revoked'],
  },
  {
    items: [6],
    guard: 'a role opens what it reaches',
    file: gate,
    find: 'actor.roles.some((role) => roles.indexOf(role) >= roles.indexOf(access.role))',
    replace: 'roles.length > 0',
  },
  {
    items: [14, 15],
    guard: 'a key opens what its scope names',
    file: gate,
    find: 'access.scope !== null && actor.scopes.includes(access.scope)',
    replace: 'access.scope !== null',
  },
  {
    items: [14],
    guard: 'what no scope names is closed to keys',
    file: gate,
    find: 'access.scope !== null && actor.scopes.includes(access.scope)',
    replace: 'access.scope === null || actor.scopes.includes(access.scope)',
  },
]
