/** Liveness and readiness for load balancers, without authentication or details. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'

export interface Readiness {
  /** from now on /readyz answers 503, so that no new requests come, and each answer closes its connection */
  drain(): void
}

/** A proxy must not send a request on a connection that is about to close. */
const closeConnection = (_request: IncomingMessage, response: ServerResponse): void => {
  response.setHeader('connection', 'close')
}

/** @param isAble whether database and worker work; must be cheap, since anybody can call it often */
export const mountHealth = (app: FastifyInstance, isAble: () => boolean): Readiness => {
  let draining = false
  const on = (url: string, handler: (reply: FastifyReply) => FastifyReply): void => {
    app.route({ method: ['GET', 'HEAD'], url, handler: async (_request, reply) => handler(reply) })
  }
  on('/healthz', (reply) => reply.send({ success: true, data: { alive: true } }))
  on('/readyz', (reply) => {
    if (!draining && isAble()) return reply.send({ success: true, data: { ready: true } })
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({
        success: false,
        error: draining ? 'This instance is stopping' : 'This instance is not ready',
        code: 'SERVICE_UNAVAILABLE',
      })
  })
  return {
    drain: () => {
      draining = true
      app.server.prependListener('request', closeConnection)
    },
  }
}
