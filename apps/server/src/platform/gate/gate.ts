/** The gate: runs each API call by the authentication strategy of its endpoint and sends the answer. */

import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '#contracts/kit/endpoint.ts'
import type { Platform } from '../context.ts'
import { translateDatabaseError } from '../db/tenant-db.ts'
import type { Handler } from '../http/serve.ts'
import type { StreamViewer } from '../live/caller.ts'
import type { Live } from '../live/live.ts'
import { type HttpAnswer, matchesEtag } from './answer.ts'
import { openPublicAuth, type PublicAuth } from './auth/public.ts'
import { openStaffAuth } from './auth/staff.ts'
import type { AuthStrategy } from './auth/strategy.ts'
import { openSystemAuth } from './auth/system.ts'
import type { Principals } from './principals.ts'
import { openRateLimits } from './rate-limits.ts'

export interface Gate extends Pick<PublicAuth, 'callPublic' | 'runPage' | 'publicContext'> {
  handle(handler: Handler, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /**
   * Server-sent events for a viewer without an account, from now on; ends when their access ends.
   * @throws ServiceError SERVICE_UNAVAILABLE
   */
  followAsViewer(viewer: StreamViewer): Promise<Readable>
}

export const openGate = (platform: Platform, principals: Principals, live: Live): Gate => {
  const rateLimits = openRateLimits(platform)
  const visitors = openPublicAuth(platform, rateLimits)
  const strategies: Readonly<Record<Access['kind'], AuthStrategy>> = {
    public: visitors.handle,
    tenant: openStaffAuth(platform, principals, rateLimits, live),
    system: openSystemAuth(platform),
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
      const { status, headers, contentType, body } = await answer(handler, request, reply)
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
