import { createHmac, timingSafeEqual } from 'node:crypto'
import { type ChangeSource, cursorFrom, readChanges } from '#server/platform/changes.ts'
import { takeCode } from '#server/platform/codes.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid, unauthorized } from '#server/platform/errors.ts'
import { parseJson } from '#server/platform/gate/body.ts'
import { signRealmToken, verifyRealmToken } from '#server/platform/gate/tokens.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { module } from '#server/platform/module.ts'
import { runEach } from '#server/platform/operations.ts'
import { receiveOnce } from '#server/platform/provider/inbox.ts'
import { spendState } from '#server/platform/sealed-states.ts'
import { type LiveSubject, openSession, rotateSession } from '#server/platform/sessions.ts'
import * as contracts from './contracts.ts'

/** What a test creates before it starts: the subjects of the realm. */
export const subjectTable = `
  create table probe (tenant_id uuid not null, id uuid primary key, name text not null, active boolean not null, calls integer not null default 0);
  create table probe_note (tenant_id uuid not null, id uuid primary key, name text not null, done_at timestamptz not null, at timestamptz not null);
  grant select, insert, update, delete on probe, probe_note to wellkept_app`

const signingSecret = 'whsec_of_the_tests'
export const signatureOf = (body: string): string =>
  createHmac('sha256', signingSecret).update(body).digest('hex')

const activeProbe: LiveSubject = {
  kind: 'SCOUT',
  from: 'probe p',
  condition: 'p.tenant_id = s.tenant_id and p.id = s.subject_id and p.active',
  returning: 'p.id',
}

const tokensFor = async (ctx: TenantContext, subjectId: string, sessionId: string, tokenId: string) => {
  const claims = { subjectId, tenantId: ctx.tenantId, sessionId, tokenId }
  return {
    accessToken: await signRealmToken(ctx.platform.keys, 'scout', claims, ctx.now),
    refreshToken: await signRealmToken(ctx.platform.keys, 'scout_refresh', claims, ctx.now),
  }
}

const activateProbe = serve(contracts.activateProbe)(async (ctx, { body }) => {
  const taken = await takeCode(ctx, 'scout', body.code, body.deviceKey)
  if (!taken) throw unauthorized()
  return ctx.inTenant(taken.tenantId, 'write', async (tenant) => {
    const opened = await openSession(tenant, { kind: 'SCOUT', subjectId: taken.subjectId, device: 'Probe' })
    return tokensFor(tenant, taken.subjectId, opened.sessionId, opened.tokenId)
  })
})

const refreshProbe = serve(contracts.refreshProbe)(async (ctx, { body }) => {
  const claims = await verifyRealmToken(ctx.platform.keys, 'scout_refresh', body.refreshToken, ctx.now)
  if (!claims || claims.tenantId === null) throw unauthorized()
  const tokens = await ctx.inTenant(claims.tenantId, 'write', async (tenant) => {
    const rotation = await rotateSession(tenant, activeProbe, claims)
    return rotation.kind === 'ROTATED'
      ? tokensFor(tenant, claims.subjectId, claims.sessionId, rotation.tokenId)
      : undefined
  })
  if (!tokens) throw unauthorized()
  return tokens
})

const getProbe = serve(contracts.getProbe)(async ({ actor, tenant }) => ({
  id: actor.id,
  tenant: tenant.name,
}))

const renameProbe = serve(contracts.renameProbe)(async (ctx, { body }) => {
  const [row] = await ctx.run<{ calls: number }>(
    'update probe set name = $3, calls = calls + 1 where tenant_id = $1 and id = $2 returning calls',
    [ctx.tenantId, ctx.actor.id, body.name],
  )
  return { id: ctx.actor.id, calls: row?.calls ?? 0 }
})

const pushProbe = serve(contracts.pushProbe)(async (ctx, { query, body }) => {
  const results = await runEach(ctx, body.operations, {
    sentAt: query.sentAt,
    perform: async ({ name }, at) => {
      const id = newId(ctx.now.getTime())
      await ctx.run('insert into probe_note (tenant_id, id, name, done_at, at) values ($1, $2, $3, $4, $5)', [
        ctx.tenantId,
        id,
        name,
        at,
        ctx.now,
      ])
      if (name === 'refused') throw invalid('name', 'is refused')
      return id
    },
  })
  return {
    results: results.map((result) => ({
      outcome: result.outcome,
      id: result.outcome === 'REJECTED' ? null : result.id,
    })),
  }
})

const notes: ChangeSource<string> = {
  kind: 'NOTE',
  since: async (ctx, after, limit) => {
    const rows = await ctx.run<{ id: string; at: Date; name: string }>(
      'select id, at, name from probe_note where tenant_id = $1 and (at, id) > ($2, $3) order by at, id limit $4',
      [ctx.tenantId, after.at, after.id, limit],
    )
    return rows.map(({ id, at, name }) => ({ id, at, record: name }))
  },
  gone: async () => [],
}

const changesProbe = serve(contracts.changesProbe)(async (ctx, { query }) => {
  if (query.cursor === undefined)
    return { names: [], cursor: cursorFrom(ctx, ctx.actor.id), more: false, reset: false }
  const { changes, ...rest } = await readChanges(ctx, query.cursor, ctx.actor.id, [notes], 3)
  return { ...rest, names: changes.map(({ record }) => record ?? '') }
})

const goProbe = serve(contracts.goProbe)(async (ctx, { query }) => {
  const claims = await spendState(ctx, 'slack-install', query.state)
  if (!claims) throw unauthorized()
  return {
    location: `https://provider.example/?tenant=${claims.tenantId}`,
    cookies: ['probe=1; Path=/; HttpOnly'],
  }
})

const receiveProbe = serve(contracts.receiveProbe)(async (ctx, { body }) => ({
  fresh: await receiveOnce(ctx, {
    provider: 'stripe',
    eventId: body.id,
    tenantId: body.tenantId,
    type: body.type,
  }),
}))

export default module({
  name: 'probe',
  implements: contracts,
  handlers: {
    activateProbe,
    refreshProbe,
    getProbe,
    renameProbe,
    pushProbe,
    changesProbe,
    goProbe,
    receiveProbe,
  },
  realm: {
    access: 'scout',
    token: 'scout',
    session: 'SCOUT',
    load: async (run, { tenantId, subjectId, sessionId }) => {
      const [row] = await run<{ name: string }>(
        'select name from probe where tenant_id = $1 and id = $2 and active',
        [tenantId, subjectId],
      )
      return row && { kind: 'SCOUT', id: subjectId, name: row.name, sessionId, dates: 'NOW' }
    },
  },
  signers: {
    stripe: {
      isConfigured: () => true,
      isSigned: (headers) => typeof headers['stripe-signature'] === 'string',
      verify: (_platform, headers, raw) => {
        const given = Buffer.from(String(headers['stripe-signature']))
        const right = Buffer.from(createHmac('sha256', signingSecret).update(raw).digest('hex'))
        return given.length === right.length && timingSafeEqual(given, right)
      },
      parse: (raw) =>
        parseJson(raw) ??
        (() => {
          throw invalid('body', 'is empty')
        })(),
    },
  },
})
