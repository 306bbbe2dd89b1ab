/** /q/CODE: the form, and its submission without JavaScript. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import { formField } from '../forms.ts'
import { formIn, languageOf, type Params, type VisitorPage } from './page.ts'
import { openPageCache } from './page-cache.ts'
import { toThanks } from './thanks.ts'

export const ratePages = (visitorPage: VisitorPage) => {
  const { render, call, send, page, suspicionOf, fault, information, scanned, errorsOf, seed } = visitorPage
  const kept = openPageCache()

  const showRate = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { code } = request.params as Params
    const path = `/q/${code}`
    try {
      const info = await scanned(request, reply, code)
      const model = page(request, path, info)
      const html = kept.of(await render(), { ...model, ...seed(), information: info })
      await send(request, reply, 200, html, model)
    } catch (error) {
      await fault(request, reply, error, path, code)
    }
  }

  const takeRate = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { code } = request.params as Params
    const form = formIn(request)
    const path = `/q/${code}`
    const rating = Number(formField(form, 'rating')) || undefined
    // The button "only the rating" drops everything else.
    const whole = formField(form, 'step') !== 'rating'
    const comment = whole ? formField(form, 'comment') : undefined
    const submissionId = formField(form, 'submissionId')
    try {
      const body = {
        qrCode: code,
        ...(rating ? { rating } : {}),
        ...(comment ? { comment } : {}),
        issues: whole ? form.all('issues') : [],
        language: languageOf(request),
        ...(submissionId ? { submissionId } : {}),
      }
      const receipt = await call<FeedbackReceipt>('submitFeedback', request, reply, {
        body,
        suspicion: suspicionOf(form),
      })
      toThanks(request, reply, form, receipt, code)
    } catch (error) {
      const errors = errorsOf(error)
      if (!errors) return fault(request, reply, error, path, code, form)
      const info = await information(request, reply, code)
      const model = page(request, path, info)
      const values = {
        ...(rating ? { rating } : {}),
        issues: form.all('issues'),
        comment: formField(form, 'comment') ?? '',
      }
      await send(
        request,
        reply,
        400,
        (await render()).renderRatePage({ ...model, ...seed(), information: info, values, errors }),
        model,
      )
    }
  }

  return { showRate, takeRate }
}
