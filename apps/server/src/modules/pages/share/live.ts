/** /s/TOKEN/live: says that something changed, never what; the page then reloads itself. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { followShare } from '#server/modules/sharing/public.ts'
import type { VisitorPages } from '../visitor/page.ts'
import { visitOf } from './share-page.ts'

const following = { name: 'followShare', limit: 'public', changes: false } as const

export const shareLive =
  ({ gate }: Pick<VisitorPages, 'gate'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const stream = await gate.runPage(following, request, reply, (ctx) =>
      followShare(ctx, gate, visitOf(request)),
    )
    await reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      // Tells proxies to pass events on at once.
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      .send(stream)
  }
