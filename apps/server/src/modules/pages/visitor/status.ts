/** /status/CODE and its report form. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import { ServiceError } from '#server/platform/errors.ts'
import type { StatusPageModel } from '#visitor/models.ts'
import { formField } from '../forms.ts'
import { formIn, languageOf, type Params, type VisitorPage } from './page.ts'
import { toThanks } from './thanks.ts'

export const statusPages = (visitorPage: VisitorPage) => {
  const { render, call, send, page, suspicionOf, fault, information, status, errorsOf, seed } = visitorPage

  const showStatus = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { code } = request.params as Params
    const path = `/status/${code}`
    try {
      const found = await status(request, reply, code)
      const model = page(request, path, found)
      const html = (await render()).renderStatusPage({ ...model, status: found })
      await send(request, reply, 200, html, model, 'public, max-age=30')
    } catch (error) {
      await fault(request, reply, error, path, code)
    }
  }

  const showReport = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { code } = request.params as Params
    const path = `/status/${code}/report`
    try {
      const [found, info] = [await status(request, reply, code), await information(request, reply, code)]
      const model = page(request, path, found)
      const html = (await render()).renderReportPage({
        ...model,
        ...seed(),
        status: found,
        emergencyPhone: info.emergencyPhone,
      })
      await send(request, reply, 200, html, model)
    } catch (error) {
      await fault(request, reply, error, path, code)
    }
  }

  /** STA-4: the address is confirmed first, by an emailed link. */
  const follow = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { code } = request.params as Params
    const form = formIn(request)
    const path = `/status/${code}`
    const email = formField(form, 'email')
    const shown = async (statusCode: number, more: Partial<StatusPageModel>): Promise<void> => {
      const found = await status(request, reply, code)
      const model = page(request, path, found)
      const html = (await render()).renderStatusPage({ ...model, status: found, ...more })
      await send(request, reply, statusCode, html, model)
    }
    try {
      if (email === undefined) return await shown(400, { errors: { email: 'INVALID' } })
      await call('subscribeStatus', request, reply, {
        params: { qrCode: code },
        body: { email, language: languageOf(request) },
      })
      await shown(201, { asked: true })
    } catch (error) {
      if (!errorsOf(error)) return fault(request, reply, error, path, code, form)
      await shown(400, { values: { email: email ?? '' }, errors: { email: 'INVALID' } })
    }
  }

  const takeReport = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { code } = request.params as Params
    const form = formIn(request)
    const path = `/status/${code}/report`
    const given = Object.fromEntries(
      ['itemId', 'issue', 'comment', 'submissionId'].flatMap((name) =>
        formField(form, name) ? [[name, formField(form, name)]] : [],
      ),
    )
    try {
      if (!given.itemId && !given.issue && !given.comment) {
        throw new ServiceError('VALIDATION_ERROR', 'No issue was chosen', {
          details: [{ path: 'body.issues', message: 'is required' }],
        })
      }
      const receipt = await call<FeedbackReceipt>('reportStatus', request, reply, {
        params: { qrCode: code },
        body: { ...given, language: languageOf(request) },
        suspicion: suspicionOf(form),
      })
      toThanks(request, reply, form, receipt, code)
    } catch (error) {
      const errors = errorsOf(error)
      if (!errors) return fault(request, reply, error, path, code, form)
      const [found, info] = [await status(request, reply, code), await information(request, reply, code)]
      const model = page(request, path, found)
      const html = (await render()).renderReportPage({
        ...model,
        ...seed(),
        status: found,
        emergencyPhone: info.emergencyPhone,
        values: given,
        errors,
      })
      await send(request, reply, 400, html, model)
    }
  }

  return { showStatus, showReport, takeReport, follow }
}
