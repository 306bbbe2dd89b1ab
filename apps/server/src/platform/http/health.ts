/** Liveness and readiness for load balancers, without secret or detail. */
import type { FastifyInstance } from 'fastify'

export interface Readiness {
  /** from now on /readyz is 503, so that no new requests are sent here */
  drain(): void
}

/** @param isAble whether the database and the worker do their part; known already, so that nobody can ask too often */
export const mountHealth = (app: FastifyInstance, isAble: () => boolean): Readiness => {
  let draining = false
  app.get('/healthz', async (_request, reply) => reply.send({ success: true, data: { alive: true } }))
  app.get('/readyz', async (_request, reply) => {
    if (!draining && isAble()) return reply.send({ success: true, data: { ready: true } })
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({
        success: false,
        error: draining ? 'This instance is stopping' : 'This instance cannot work right now',
        code: 'SERVICE_UNAVAILABLE',
      })
  })
  return {
    drain: () => {
      draining = true
    },
  }
}
