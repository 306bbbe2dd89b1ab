/** Counts every request by its route template, and requests without a route together. */
import type { FastifyInstance } from 'fastify'
import type { Metrics } from './counters.ts'

/** Call before the first route is mounted. */
export const watchRoutes = (app: FastifyInstance, metrics: Metrics): void => {
  const countUnknown = metrics.route('any', 'unknown')
  app.addHook('onRoute', (options) => {
    // The page for unknown addresses is a route for everything.
    const isNone = options.url === '/*'
    const count = isNone ? countUnknown : metrics.route([options.method].flat().join(' '), options.url)
    options.onResponse = (_request, reply, done) => {
      count(reply.statusCode, reply.elapsedTime)
      done()
    }
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) countUnknown(reply.statusCode, reply.elapsedTime)
    done()
  })
}
