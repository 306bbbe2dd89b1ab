/** /t/TOKEN: what became of a report, and the visitor's follow-ups. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tracking } from '#contracts/feedback.ts'
import { formField } from '../forms.ts'
import { formIn, languageQuery, type Params, type VisitorPage } from './page.ts'
import { thanksModel } from './thanks.ts'

export const trackPages = (visitorPage: VisitorPage) => {
  const { render, call, send, page, fault, errorsOf } = visitorPage

  const track = (request: FastifyRequest, reply: FastifyReply, token: string): Promise<Tracking> =>
    call('getTracking', request, reply, {
      params: { trackingToken: token },
      query: languageQuery(request),
    })

  const showTrack = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { token } = request.params as Params
    const path = `/t/${token}`
    try {
      const tracking = await track(request, reply, token)
      const thanks = await thanksModel(visitorPage, request, reply, token, tracking)
      if (thanks) return await send(request, reply, 200, (await render()).renderThanksPage(thanks), thanks)
      const model = page(request, path, tracking)
      await send(
        request,
        reply,
        200,
        (await render()).renderTrackPage({ ...model, trackingToken: token, tracking }),
        model,
      )
    } catch (error) {
      await fault(request, reply, error, path, null)
    }
  }

  const takeTrack = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { token } = request.params as Params
    const form = formIn(request)
    const path = `/t/${token}`
    const fixed = formField(form, 'fixed')
    const [message, email, erase] = [
      formField(form, 'message'),
      formField(form, 'email'),
      formField(form, 'erase'),
    ]
    const body = {
      ...(fixed ? { fixed: fixed === 'yes' } : {}),
      ...(message ? { message } : {}),
      ...(email ? { email } : {}),
      ...(erase ? { erase: true as const } : {}),
    }
    const done = erase
      ? 'ERASED'
      : fixed === 'yes'
        ? 'FIXED'
        : fixed === 'no'
          ? 'NOT_FIXED'
          : email
            ? 'EMAIL'
            : 'MESSAGE'
    try {
      const tracking = await call<Tracking>('followUp', request, reply, {
        params: { trackingToken: token },
        query: languageQuery(request),
        body,
      })
      const model = page(request, path, tracking)
      await send(
        request,
        reply,
        200,
        (await render()).renderTrackPage({ ...model, trackingToken: token, tracking, done }),
        model,
      )
    } catch (error) {
      const errors = errorsOf(error)
      if (!errors) return fault(request, reply, error, path, null, form)
      const tracking = await track(request, reply, token)
      const model = page(request, path, tracking)
      const shown = errors.choice ? { message: 'MISSING' as const } : errors
      const values = { ...(message ? { message } : {}), ...(email ? { email } : {}) }
      await send(
        request,
        reply,
        400,
        (await render()).renderTrackPage({ ...model, trackingToken: token, tracking, values, errors: shown }),
        model,
      )
    }
  }

  return { showTrack, takeTrack }
}
