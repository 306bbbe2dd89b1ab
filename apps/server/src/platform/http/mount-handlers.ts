/** Routes of all handlers. Bodies that a provider signs stay bytes; all others are JSON. */
import type { FastifyInstance } from 'fastify'
import { ServiceError } from '../errors.ts'
import type { Gate } from '../gate/gate.ts'
import type { Handler } from './serve.ts'

const mount = (app: FastifyInstance, gate: Gate, handlers: readonly Handler[]): void => {
  for (const handler of handlers)
    app.route({
      method: handler.spec.method,
      url: handler.spec.path,
      handler: (request, reply) => gate.handle(handler, request, reply),
    })
}

const isSigned = ({ spec }: Handler): boolean => spec.access.kind === 'signed'

export const mountHandlers = async (
  app: FastifyInstance,
  gate: Gate,
  handlers: readonly Handler[],
): Promise<void> => {
  mount(
    app,
    gate,
    handlers.filter((one) => !isSigned(one)),
  )
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
      const encoding = request.headers['content-encoding']
      if (encoding && encoding !== 'identity')
        done(new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Compressed bodies are not taken'))
      else done(null, body)
    })
    mount(scope, gate, handlers.filter(isSigned))
  })
}
