/** The gate: runs each API call by the authentication strategy of its endpoint and sends the answer. */

import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '#contracts/kit/endpoint.ts'
import type { Platform } from '../context.ts'
import { translateDatabaseError } from '../db/tenant-db.ts'
import { unauthorized } from '../errors.ts'
import type { Handler } from '../http/serve.ts'
import type { StreamViewer } from '../live/caller.ts'
import type { Live } from '../live/live.ts'
import { type HttpAnswer, matchesEtag } from './answer.ts'
import { type LoadPlatformActor, openPlatformAuth } from './auth/platform.ts'
import { openPublicAuth, type PublicAuth } from './auth/public.ts'
import { openRealmAuth } from './auth/realm.ts'
import { openSignedAuth, type Signers } from './auth/signed.ts'
import { openStaffAuth } from './auth/staff.ts'
import type { AuthStrategy } from './auth/strategy.ts'
import { openSystemAuth } from './auth/system.ts'
import type { Principals } from './principals.ts'
import { openRateLimits } from './rate-limits.ts'
import { openRealmPrincipals } from './realm-principals.ts'
import type { Realm } from './realms.ts'

export interface Gate extends Pick<PublicAuth, 'callPublic' | 'runPage' | 'publicContext'> {
  handle(handler: Handler, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /**
   * Server-sent events for a viewer without an account, from now on; ends when their access ends.
   * @throws ServiceError SERVICE_UNAVAILABLE
   */
  followAsViewer(viewer: StreamViewer): Promise<Readable>
}

/** What modules say of callers that are no staff. */
export interface GateParts {
  readonly realms: readonly Realm[]
  readonly signers: Signers
  readonly superAdmin: LoadPlatformActor | undefined
}

const nobody: AuthStrategy = () => Promise.reject(unauthorized())

export const openGate = (platform: Platform, principals: Principals, live: Live, parts: GateParts): Gate => {
  const rateLimits = openRateLimits(platform)
  const visitors = openPublicAuth(platform, rateLimits)
  const { keys, databases, config, clock, log } = platform
  const realmPrincipals = openRealmPrincipals(keys, databases, config, clock, log)
  platform.onTenantChange(realmPrincipals.forget)
  const realmAuth = (access: Realm['access']): AuthStrategy => {
    // A test brings a small realm of its own in place of the real one.
    const realm = parts.realms.findLast((one) => one.access === access)
    return realm ? openRealmAuth(platform, realmPrincipals, rateLimits, realm) : nobody
  }
  const strategies: Readonly<Record<Access['kind'], AuthStrategy>> = {
    public: visitors.handle,
    tenant: openStaffAuth(platform, principals, rateLimits, live),
    system: openSystemAuth(platform),
    entry: visitors.handle,
    slackOauth: visitors.handle,
    scout: realmAuth('scout'),
    arena: realmAuth('arena'),
    superAdmin: parts.superAdmin ? openPlatformAuth(platform, rateLimits, parts.superAdmin) : nobody,
    signed: openSignedAuth(platform, parts.signers),
  }

  const answer = async (
    handler: Handler,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<HttpAnswer> => {
    platform.loadShedding.requestStarted()
    try {
      return await strategies[handler.spec.access.kind](handler, request, reply)
    } catch (error) {
      throw translateDatabaseError(error)
    } finally {
      platform.loadShedding.requestEnded()
    }
  }

  return {
    callPublic: visitors.callPublic,
    runPage: visitors.runPage,
    publicContext: visitors.publicContext,
    followAsViewer: (viewer) => live.follow(viewer, { types: undefined, after: undefined }),
    handle: async (handler, request, reply) => {
      const { status, headers, contentType, body, cookies } = await answer(handler, request, reply)
      if (cookies) void reply.header('set-cookie', [...cookies])
      for (const [name, value] of Object.entries(headers)) void reply.header(name, value)
      const { etag } = headers
      if (etag && handler.spec.method === 'GET' && matchesEtag(request.headers['if-none-match'], etag)) {
        await reply.code(304).send()
        return
      }
      await reply.code(status).header('content-type', contentType).send(body)
    },
  }
}
