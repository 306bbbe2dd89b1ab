/** Every call of the API: the door of its kind of caller lets it in, runs it, and what it answers is sent. */

import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '#contracts/kit/endpoint.ts'
import type { Platform } from '../context.ts'
import { translateDatabaseError } from '../db/tenant-db.ts'
import type { Handler } from '../http/serve.ts'
import type { Guest } from '../live/caller.ts'
import type { Live } from '../live/live.ts'
import { type Answered, matchesEtag } from './answer.ts'
import type { Door } from './doors/door.ts'
import { openPublicDoor, type PublicDoor } from './doors/public.ts'
import { openStaffDoor } from './doors/staff.ts'
import { openSystemDoor } from './doors/system.ts'
import type { Principals } from './principals.ts'
import { openSpending } from './spend.ts'

export interface Gate extends Pick<PublicDoor, 'callPublic' | 'runPage' | 'publicContext'> {
  handle(handler: Handler, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /**
   * Server-sent events for somebody without an account, from now on; it ends with what let them in.
   * @throws ServiceError SERVICE_UNAVAILABLE
   */
  followAsGuest(guest: Guest): Promise<Readable>
}

export const openGate = (platform: Platform, principals: Principals, live: Live): Gate => {
  const spending = openSpending(platform)
  const visitors = openPublicDoor(platform, spending)
  const doors: Readonly<Record<Access['kind'], Door>> = {
    public: visitors.handle,
    tenant: openStaffDoor(platform, principals, spending, live),
    system: openSystemDoor(platform),
  }

  const answer = async (
    handler: Handler,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Answered> => {
    platform.pressure.begin()
    try {
      return await doors[handler.spec.access.kind](handler, request, reply)
    } catch (error) {
      throw translateDatabaseError(error)
    } finally {
      platform.pressure.end()
    }
  }

  return {
    callPublic: visitors.callPublic,
    runPage: visitors.runPage,
    publicContext: visitors.publicContext,
    followAsGuest: (guest) => live.follow(guest, { types: undefined, after: undefined }),
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
