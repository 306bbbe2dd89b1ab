import { createHmac, timingSafeEqual } from 'node:crypto'
import { takeCode } from '#server/platform/codes.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid, unauthorized } from '#server/platform/errors.ts'
import { parseJson } from '#server/platform/gate/body.ts'
import { signRealmToken, verifyRealmToken } from '#server/platform/gate/tokens.ts'
import { serve } from '#server/platform/http/serve.ts'
import { module } from '#server/platform/module.ts'
import { receiveOnce } from '#server/platform/provider/inbox.ts'
import { spendState } from '#server/platform/sealed-states.ts'
import { type LiveSubject, openSession, rotateSession } from '#server/platform/sessions.ts'
import * as contracts from './contracts.ts'

/** What a test creates before it starts: the subjects of the realm. */
export const subjectTable = `
  create table probe (tenant_id uuid not null, id uuid primary key, name text not null, active boolean not null, calls integer not null default 0);
  grant select, insert, update on probe to wellkept_app`

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
  handlers: { activateProbe, refreshProbe, getProbe, renameProbe, goProbe, receiveProbe },
  realm: {
    access: 'scout',
    token: 'scout',
    session: 'SCOUT',
    load: async (run, { tenantId, subjectId, sessionId }) => {
      const [row] = await run<{ name: string }>(
        'select name from probe where tenant_id = $1 and id = $2 and active',
        [tenantId, subjectId],
      )
      return row && { kind: 'SCOUT', id: subjectId, name: row.name, sessionId }
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
