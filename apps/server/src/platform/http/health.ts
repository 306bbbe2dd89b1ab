/** Liveness and readiness for load balancers, without secret or detail. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

export interface Readiness {
  /** from now on /readyz is 503, so that no new requests are sent here */
  drain(): void
}

export const mountHealth = (app: FastifyInstance, pool: pg.Pool): Readiness => {
  let draining = false
  app.get('/healthz', async (_request, reply) => reply.send({ success: true, data: { alive: true } }))
  app.get('/readyz', async (_request, reply) => {
    const reachable =
      !draining &&
      (await Promise.race([
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
        new Promise<boolean>((resolve) => setTimeout(resolve, 1500, false).unref()),
      ]))
    if (reachable) return reply.send({ success: true, data: { ready: true } })
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({
        success: false,
        error: draining ? 'This instance is stopping' : 'The database is not available right now',
        code: 'SERVICE_UNAVAILABLE',
      })
  })
  return {
    drain: () => {
      draining = true
    },
  }
}
