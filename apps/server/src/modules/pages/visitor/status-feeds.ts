/** STA-4: the state of a place for other programs: /status/CODE/feed.xml, closures.ics and badge.svg. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StatusHistory } from '#contracts/status.ts'
import type { StatusFeedModel } from '#visitor/models.ts'
import type { Renderer } from '../renderer.ts'
import { sendText } from '../static-files.ts'
import type { PageHandler, Params, VisitorPage } from './page.ts'

/** Cache time; programs poll these files. */
const keptSeconds = 300

export const statusFeeds = (visitorPage: VisitorPage) => {
  const { platform, render, call, page, fault, status } = visitorPage

  const modelOf = async (
    request: FastifyRequest,
    reply: FastifyReply,
    code: string,
  ): Promise<StatusFeedModel> => {
    const found = await status(request, reply, code)
    const history = await call<StatusHistory>('getStatusHistory', request, reply, {
      params: { qrCode: code },
      query: { language: found.language },
    })
    const model = page(request, `/status/${code}`, found)
    return { ...model, status: found, history, origin: platform.config.baseUrl }
  }

  const serving =
    (type: string, draw: (renderer: Renderer, model: StatusFeedModel) => string): PageHandler =>
    async (request, reply) => {
      const { code } = request.params as Params
      try {
        const text = draw(await render(), await modelOf(request, reply, code))
        void reply.header('cache-control', `public, max-age=${keptSeconds}`).header('vary', 'Accept-Language')
        await sendText(request, reply, type, text)
      } catch (error) {
        await fault(request, reply, error, `/status/${code}`, code)
      }
    }

  const showBadge: PageHandler = async (request, reply) => {
    const { code } = request.params as Params
    const path = `/status/${code}`
    try {
      const found = await status(request, reply, code)
      const model = page(request, path, found)
      void reply
        .header('cache-control', 'public, max-age=60')
        .header('vary', 'Accept-Language')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      await sendText(
        request,
        reply,
        'image/svg+xml; charset=utf-8',
        (await render()).renderBadge({ ...model, status: found }),
      )
    } catch (error) {
      await fault(request, reply, error, path, code)
    }
  }

  return {
    showFeed: serving('application/atom+xml; charset=utf-8', (renderer, model) =>
      renderer.renderStatusFeed(model),
    ),
    showClosures: serving('text/calendar; charset=utf-8', (renderer, model) =>
      renderer.renderClosures(model),
    ),
    showBadge,
  }
}
