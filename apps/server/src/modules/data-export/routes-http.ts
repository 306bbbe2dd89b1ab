/** `GET /exports/:key`: the file of an export. The URL is signed and short-lived and needs no session. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { notFound } from '#server/platform/errors.ts'
import { readDownloadAddress } from './download-address.ts'
import { fileKeyOf } from './runs.ts'

type WithKey = FastifyRequest<{ Params: { key: string } }>

export const mountExports = (app: FastifyInstance, platform: Platform): void => {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/exports/:key',
    handler: async (request: WithKey, reply: FastifyReply) => {
      const now = platform.clock.now()
      const address = readDownloadAddress(platform, request.params.key, now)
      if (!address) throw notFound()
      const { tenantId, id } = address
      const [row] = await inTenant(platform.databases.app, tenantId, 'read', (tenant) =>
        tenant.run<{ attempts: number; finished_at: Date; slug: string }>(
          `select e.attempts, e.finished_at, t.slug from data_export e join tenant t on t.id = $1
           where e.tenant_id = $1 and e.id = $2 and e.state = 'DONE' and e.expires_at > $3`,
          [tenantId, id, now],
        ),
      )
      const file = row && (await platform.storage.getStream(fileKeyOf(tenantId, id, row.attempts)))
      if (!file) throw notFound()
      const name = `wellkept-${row.slug}-${row.finished_at.toISOString().slice(0, 10)}.zip`
      void reply
        .type(file.contentType)
        .header('content-length', file.size)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
      if (request.method === 'HEAD') {
        file.stream.destroy()
        return reply.send()
      }
      return reply.send(file.stream)
    },
  })
}
