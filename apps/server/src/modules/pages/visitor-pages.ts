/** /q, /status, /t, /o, /s and /privacy: rendered on the server, working without JavaScript. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { mountSharePages } from './share/share.ts'
import { entryPages } from './visitor/entry.ts'
import { openVisitorPage, type PageHandler, type VisitorPages } from './visitor/page.ts'
import { ratePages } from './visitor/rate.ts'
import { statusPages } from './visitor/status.ts'
import { statusFeeds } from './visitor/status-feeds.ts'
import { mountTaskLinkPages } from './visitor/task-link.ts'
import { trackPages } from './visitor/track.ts'

export const mountVisitorPages = async (app: FastifyInstance, options: VisitorPages): Promise<void> => {
  const visitorPage = openVisitorPage(options)
  const { showRate, takeRate } = ratePages(visitorPage)
  const { showStatus, showReport, takeReport, follow } = statusPages(visitorPage)
  const { showFeed, showClosures, showBadge } = statusFeeds(visitorPage)
  const { showTrack, takeTrack } = trackPages(visitorPage)
  const { entry, trackEntry, about, nothing } = entryPages(visitorPage)

  await mountTaskLinkPages(app, visitorPage, options)
  await mountSharePages(app, visitorPage, options)
  await app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 64 * 1024 },
      (_request, body, done) => done(null, body),
    )
    const both = ['GET', 'HEAD']
    const on = (method: string | string[], url: string, handler: PageHandler): void => {
      pages.route({
        method,
        url,
        handler: async (request, reply) => {
          await handler(request, reply)
          return reply
        },
      })
    }
    for (const prefix of ['/q', '/Q']) {
      on(both, `${prefix}/:code`, showRate)
      on('POST', `${prefix}/:code`, takeRate)
    }
    on(both, '/q', entry)
    on(both, '/status/:code', showStatus)
    on(both, '/status/:code/report', showReport)
    on('POST', '/status/:code/report', takeReport)
    on('POST', '/status/:code/follow', follow)
    on(both, '/status/:code/feed.xml', showFeed)
    on(both, '/status/:code/closures.ics', showClosures)
    on(both, '/status/:code/badge.svg', showBadge)
    on(both, '/t/:token', showTrack)
    on('POST', '/t/:token', takeTrack)
    on(both, '/t', trackEntry)
    on(both, '/privacy', about)
    on(both, '/*', nothing)
    let worker: Buffer | undefined
    on(both, '/sw-visitor.js', async (_request, reply) => {
      worker ??= readFileSync(path.join(options.dist, 'visitor/sw.js'))
      await reply
        .header('content-type', 'text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('service-worker-allowed', '/')
        .send(worker)
    })
  })
}
