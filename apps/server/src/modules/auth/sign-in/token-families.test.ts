/**
 * Model test of refresh tokens: in any order of operations a session has at most one live token.
 * @external row locks are the server's
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import type { TokenPair } from '#contracts/auth.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { countAsUsed } from '#server/platform/gate/principals.ts'
import { newId } from '#server/platform/ids.ts'
import { rounds } from '#test/rounds.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { createUser, endSessions, startSession } from '../public.ts'
import logout from './logout.ts'
import refresh from './refresh.ts'

const wanted = Number(process.env.FAMILY_RUNS ?? rounds(200, 10_000))
/** Milliseconds; unlimited with FAMILY_RUNS, for a run over night. */
const limitMs = process.env.FAMILY_RUNS ? Number.MAX_SAFE_INTEGER : rounds(10_000, 240_000)
const atOnce = 4
const day = 86_400_000

const server = await startTestServer({ worker: false, own: true })
const { platform } = server.built
const tenant = await createTenant(server)
// The test does not need durable commits.
const owner = new pg.Client({ connectionString: server.database.url })
await owner.connect()
await owner.query(
  `alter database ${new URL(server.database.url).pathname.slice(1)} set synchronous_commit = off`,
)
await owner.end()

type Command =
  | { readonly kind: 'signIn' }
  | { readonly kind: 'refresh'; readonly family: number; readonly age: number; readonly times: number }
  | { readonly kind: 'request'; readonly family: number; readonly age: number }
  | { readonly kind: 'logout'; readonly family: number; readonly everywhere: boolean }
  | { readonly kind: 'switch'; readonly active: boolean }
  | { readonly kind: 'wait'; readonly ms: number }

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('signIn' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('refresh' as const),
      family: fc.constantFrom(0, 0, 0, 1, 2),
      /** 0: the live token, otherwise how many rotations ago */
      age: fc.oneof(
        { weight: 1, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.constantFrom(1, 1, 2, 3) },
      ),
      times: fc.oneof(
        { weight: 3, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.integer({ min: 2, max: 4 }) },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('request' as const),
      family: fc.constantFrom(0, 0, 0, 1, 2),
      age: fc.constantFrom(0, 0, 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('logout' as const),
      family: fc.nat(2),
      everywhere: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('switch' as const), active: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 1000, 5000, 9999, 10_000, 10_001, 11_000, 60_000, day, 31 * day),
    }),
  },
)

interface Token {
  readonly text: string
  readonly expires: number
  spentAt?: number
}
interface Family {
  readonly id: string
  /** oldest first; the last is the live one */
  readonly tokens: Token[]
  ended: boolean
  /** when the live token replaced another, until its pair is used */
  unusedSince?: number | undefined
}

const claimsOf = (token: string): { sid: string; jti: string; exp: number } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const tokenOf = ({ refreshToken }: TokenPair): Token => ({
  text: refreshToken,
  expires: claimsOf(refreshToken).exp * 1000,
})

/** One member with their own clock. */
class World {
  now = server.clock.now().getTime()
  active = true
  stolen = 0
  /** lost answers that were replaced */
  lost = 0
  readonly families: Family[] = []
  readonly userId: string
  constructor(userId: string) {
    this.userId = userId
  }

  inside<T>(work: (ctx: TenantContext) => Promise<T>): Promise<T> {
    return inTenant(platform.databases.app, tenant.id, 'write', (transaction) =>
      work({
        ...transaction,
        platform,
        requestId: 'test',
        now: new Date(this.now),
        tenantId: tenant.id,
        actor: { kind: 'VISITOR', id: 'test', name: 'Visitor' },
      }),
    )
  }

  async refresh(refreshToken: string): Promise<TokenPair | undefined> {
    const ctx = {
      platform,
      now: new Date(this.now),
      inTenant: (_tenantId: string, _mode: string, work: (ctx: TenantContext) => Promise<unknown>) =>
        this.inside(work),
    }
    try {
      return (await refresh.run(ctx as never, { body: { refreshToken } } as never)) as TokenPair
    } catch (error) {
      assert.ok(error instanceof ServiceError && error.code === 'UNAUTHORIZED', String(error))
      return undefined
    }
  }

  async signIn(): Promise<void> {
    const start = this.inside((ctx) => startSession(ctx, { id: this.userId, roles: ['MANAGER'] }, 'Test'))
    if (!this.active) {
      await assert.rejects(start)
      return
    }
    const tokens = await start
    this.families.push({ id: claimsOf(tokens.refreshToken).sid, tokens: [tokenOf(tokens)], ended: false })
  }

  async use(family: Family, age: number, times: number): Promise<void> {
    const token = family.tokens.at(-1 - age)
    if (!token) return
    const replies = await Promise.all(Array.from({ length: times }, () => this.refresh(token.text)))
    const pairs = replies.filter((pair) => pair !== undefined)
    const inTime = token.expires > this.now && !family.ended
    if (inTime && age === 0 && this.active) {
      assert.equal(pairs.length, 1, 'the live token gives one pair, however often it is used at once')
      token.spentAt = this.now
      family.tokens.push(...pairs.map(tokenOf))
      family.unusedSince = this.now
      return
    }
    const unusedFor = this.now - (family.unusedSince ?? this.now)
    if (inTime && age === 1 && this.active && unusedFor > 10_000 && unusedFor <= day) {
      assert.equal(pairs.length, 1, 'in place of an answer that was lost there is one')
      for (const one of [token, family.tokens.at(-1)]) if (one) one.spentAt = this.now
      family.tokens.push(...pairs.map(tokenOf))
      family.unusedSince = undefined
      this.lost++
      return
    }
    assert.equal(pairs.length, 0, 'what is spent, expired or ended gives no tokens')
    if (inTime && token.spentAt !== undefined && this.now - token.spentAt > 10_000) {
      family.ended = true
      this.stolen++
    }
  }

  async request(family: Family, age: number): Promise<void> {
    const token = family.tokens.at(-1 - age)
    if (!token) return
    const { sid, jti } = claimsOf(token.text)
    await countAsUsed(platform.databases, { tenantId: tenant.id, sessionId: sid, tokenId: jti })
    if (age === 0) family.unusedSince = undefined
  }

  async logout(family: Family, everywhere: boolean): Promise<void> {
    if (family.ended) return
    await this.inside((ctx) =>
      logout.run(
        { ...ctx, actor: { kind: 'USER', id: this.userId, sessionId: family.id } } as never,
        { body: { everywhere } } as never,
      ),
    )
    for (const one of this.families) if (everywhere || one === family) one.ended = true
  }

  async switch(active: boolean): Promise<void> {
    await this.inside(async (ctx) => {
      await ctx.db
        .updateTable('app_user')
        .set({ state: active ? 'ACTIVE' : 'DISABLED' })
        .where('id', '=', this.userId)
        .execute()
      if (!active) await endSessions(ctx, this.userId)
    })
    this.active = active
    if (!active) for (const family of this.families) family.ended = true
  }

  async run(step: Command): Promise<void> {
    switch (step.kind) {
      case 'signIn':
        return this.signIn()
      case 'wait':
        this.now += step.ms
        return
      case 'switch':
        return this.switch(step.active)
      default: {
        const family = this.families[step.family]
        if (!family) return
        if (step.kind === 'request') return this.request(family, step.age)
        return step.kind === 'refresh'
          ? this.use(family, step.age, step.times)
          : this.logout(family, step.everywhere)
      }
    }
  }

  /** Compares the database with the model. */
  async compare(): Promise<void> {
    const rows = await this.inside(({ db }) =>
      db
        .selectFrom('session')
        .select(['id', 'live_token', 'ended_at'])
        .where('user_id', '=', this.userId)
        .execute(),
    )
    const actual = rows.map((row) => [row.id, row.live_token, row.ended_at !== null]).sort()
    const expected = this.families
      .map(({ id, tokens, ended }) => [id, claimsOf(tokens.at(-1)?.text ?? '').jti, ended])
      .sort()
    assert.deepEqual(actual, expected)
    const entries = await this.inside(({ db }) =>
      db
        .selectFrom('audit_entry')
        .select('id')
        .where('action', '=', 'auth.refreshTokenReused')
        .where('target', 'in', [newId(0), ...this.families.map(({ id }) => id)])
        .execute(),
    )
    assert.equal(entries.length, this.stolen, 'each theft is in the audit log once')
  }
}

const born = async (): Promise<World> => {
  const email = `${newId(Date.now())}@example.com`
  const id = await tenant.inside((ctx) =>
    createUser(ctx, {
      email,
      name: 'Somebody',
      roles: ['MANAGER'],
      state: 'ACTIVE',
      passwordHash: null,
      language: 'en',
      emailVerified: true,
    }),
  )
  const world = new World(id)
  await world.signIn()
  return world
}

test('A session has at most one live refresh token, and an old one never returns tokens, in any order of operations', async (t) => {
  let ran = 0
  let steps = 0
  let stolen = 0
  let lost = 0
  const property = fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 14 }), async (commands) => {
    const world = await born()
    for (const step of commands) await world.run(step)
    await world.compare()
    ran++
    steps += commands.length
    stolen += world.stolen
    lost += world.lost
  })
  await Promise.all(
    Array.from({ length: atOnce }, () =>
      fc.assert(property, {
        numRuns: Math.ceil(wanted / atOnce),
        interruptAfterTimeLimit: limitMs,
        markInterruptAsFailure: false,
      }),
    ),
  )
  t.diagnostic(
    `${ran} sequences of ${steps} commands; ${stolen} thefts were noticed, ${lost} lost answers made good`,
  )
  // A busy machine makes few runs; a longer run that met no theft or no lost answer proves little.
  assert.ok(ran >= 20 && ((stolen > 0 && lost > 0) || ran < 300))
})
