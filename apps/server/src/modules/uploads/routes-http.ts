/** Routes that receive and serve photos and documents. Both URLs are signed and need no session. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '#server/platform/context.ts'
import { notFound, ServiceError, unauthorized } from '#server/platform/errors.ts'
import { addressOf } from '#server/platform/gate/sources.ts'
import { maxImageBytes } from '#server/platform/images/images.ts'
import { readFileAddress } from './file-address.ts'
import { claim, findTicket, orRelease, receive } from './receive.ts'
import { sendFile } from './send-file.ts'
import { uploadLimitsOf } from './upload-limits.ts'

type WithToken = FastifyRequest<{ Params: { token: string } }>
type WithKey = FastifyRequest<{ Params: { key: string } }>

/** Rejects a body that does not fit its ticket before any of it is read. */
const checkHeaders = (request: WithToken, ticket: { contentType: string; size: number }): void => {
  const { 'content-type': type, 'content-length': length, 'content-encoding': encoding } = request.headers
  if (encoding !== undefined && encoding !== 'identity') {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Compressed bodies are not accepted')
  }
  if (type?.trim().toLowerCase() !== ticket.contentType) throw unauthorized()
  if (length !== undefined && Number(length) !== ticket.size) throw unauthorized()
}

const mountPut = (app: FastifyInstance, platform: Platform): void => {
  const { slots, bodies } = uploadLimitsOf(platform)
  // The body, JSON too, stays unread until the ticket is checked and used up.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.put('/upload/:token', { bodyLimit: maxImageBytes }, async (request: WithToken, reply: FastifyReply) => {
    const { token } = request.params
    platform.disk.assertSpace()
    const ticket = await findTicket(platform, token)
    if (!ticket) throw unauthorized()
    checkHeaders(request, ticket)
    await claim(platform, ticket)
    const size = await orRelease(platform, ticket, async () => {
      const body = await bodies.read(addressOf(platform.sources, request), request.raw, ticket.size)
      try {
        const leave = await slots.take()
        return await receive(platform, ticket, body.bytes).finally(leave)
      } finally {
        body.leave()
      }
    })
    return reply.header('cache-control', 'no-store').send({ success: true, data: { key: token, ...size } })
  })
}

/**
 * A logo may be cached while its URL is valid. Photos of people's reports and certificates may not: they would stay
 * on a shared computer after sign-out.
 */
const cacheControl = (expiresAt: number, now: Date): string =>
  `private, max-age=${Math.min(3600, Math.floor((expiresAt - now.getTime()) / 1000))}`

const mountGet = (app: FastifyInstance, platform: Platform): void => {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:key',
    handler: async (request: WithKey, reply: FastifyReply) => {
      const now = platform.clock.now()
      const address = readFileAddress(platform, request.params.key, now)
      if (!address) throw notFound()
      const { expiresAt, ...file } = address
      return sendFile(platform, request, reply, { ...file, keptWhenFree: cacheControl(expiresAt, now) })
    },
  })
}

/** `PUT /upload/:token` and `GET /files/:key`. */
export const mountUploads = async (app: FastifyInstance, platform: Platform): Promise<void> => {
  // A scope of its own: everywhere else bodies are JSON.
  await app.register(async (scope) => mountPut(scope, platform))
  mountGet(app, platform)
}
