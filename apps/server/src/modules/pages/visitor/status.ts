/** /status/CODE and its report form. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import { ServiceError } from '#server/platform/errors.ts'
import type { StatusPageModel } from '#visitor/models.ts'
import { formField } from '../forms.ts'
import { formIn, languageOf, type Params, type VisitorPage } from './page.ts'
import { thanksModel } from './thanks.ts'

export const statusPages = (visitorPage: VisitorPage) => {
  const { render, call, send, page, suspicionOf, fault, information, status, errorsOf, seed } = visitorPage

  const showStatus = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { code } = request.params as Params
    const path = `/status/${code}`
    try {
      const found = await status(request, reply, code, languageOf(request))
      const model = page(request, path, { languages: found.languages, branding: found.branding })
      await send(
        request,
        reply,
        200,
        (await render()).renderStatusPage({ ...model, status: found }),
        found.branding,
        'public, max-age=30',
      )
    } catch (error) {
      await fault(request, reply, error, path, code)
    }
  }

  const showReport = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { code } = request.params as Params
    const path = `/status/${code}/report`
    try {
      const [found, info] = [
        await status(request, reply, code, languageOf(request)),
        await information(request, reply, code, languageOf(request)),
      ]
      const model = page(request, path, { languages: found.languages, branding: found.branding })
      const html = (await render()).renderReportPage({
        ...model,
        ...seed(),
        status: found,
        emergencyPhone: info.emergencyPhone,
      })
      await send(request, reply, 200, html, found.branding)
    } catch (error) {
      await fault(request, reply, error, path, code)
    }
  }

  /** STA-4: the address is asked first, by a mail with a link. */
  const follow = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { code } = request.params as Params
    const form = formIn(request)
    const path = `/status/${code}`
    const language = languageOf(request)
    const email = formField(form, 'email')
    const shown = async (statusCode: number, more: Partial<StatusPageModel>): Promise<void> => {
      const found = await status(request, reply, code, language)
      const { language: said, languages, branding } = found
      const model = page(request, path, { language: said, languages, branding })
      const html = (await render()).renderStatusPage({ ...model, status: found, ...more })
      await send(request, reply, statusCode, html, found.branding)
    }
    try {
      if (email === undefined) return await shown(400, { errors: { email: 'INVALID' } })
      await call('subscribeStatus', request, reply, { params: { qrCode: code }, body: { email, language } })
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
    const language = languageOf(request)
    const given = Object.fromEntries(
      ['itemId', 'issue', 'comment', 'submissionId'].flatMap((name) =>
        formField(form, name) ? [[name, formField(form, name)]] : [],
      ),
    )
    try {
      if (!given.itemId && !given.issue && !given.comment) {
        throw new ServiceError('VALIDATION_ERROR', 'Nothing was chosen', {
          details: [{ path: 'body.issues', message: 'is required' }],
        })
      }
      const receipt = await call<FeedbackReceipt>('reportStatus', request, reply, {
        params: { qrCode: code },
        body: { ...given, language },
        suspicion: suspicionOf(form),
      })
      const info = await information(request, reply, code, language)
      await send(
        request,
        reply,
        201,
        (await render()).renderThanksPage(
          thanksModel(visitorPage, request, path, info, receipt, {
            issues: given.issue ? [given.issue] : [],
            comment: given.comment,
          }),
        ),
        info.branding,
      )
    } catch (error) {
      const errors = errorsOf(error)
      if (!errors) return fault(request, reply, error, path, code, form)
      const [found, info] = [
        await status(request, reply, code, language),
        await information(request, reply, code, language),
      ]
      const model = page(request, path, { languages: found.languages, branding: found.branding })
      const html = (await render()).renderReportPage({
        ...model,
        ...seed(),
        status: found,
        emergencyPhone: info.emergencyPhone,
        values: given,
        errors,
      })
      await send(request, reply, 400, html, found.branding)
    }
  }

  return { showStatus, showReport, takeReport, follow }
}
