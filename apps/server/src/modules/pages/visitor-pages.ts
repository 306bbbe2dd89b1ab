/** /q, /status, /t and /privacy: server-rendered, one answer each, working without JavaScript. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AmenityInformation, FeedbackReceipt, Tracking } from '#contracts/feedback.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { Branding } from '#contracts/records.ts'
import type { StatusPage } from '#contracts/status.ts'
import type { Platform } from '#server/platform/context.ts'
import { ServiceError } from '#server/platform/errors.ts'
import type { Gate } from '#server/platform/gate/gate.ts'
import type { Handler } from '#server/platform/http/serve.ts'
import type { FormErrors, PageModel, ThanksPageModel } from '#visitor/models.ts'
import { type Form, formField, formFields, parseForm } from './forms.ts'
import { loadRenderer, type Renderer } from './renderer.ts'
import { sendText } from './static-files.ts'

export interface VisitorPages {
  readonly platform: Platform
  readonly gate: Gate
  readonly handlers: ReadonlyMap<string, Handler>
  readonly dist: string
}

/** People need this long at least to read and tap. */
const minimumFillMs = 1200
const addWithinMs = 10 * 60_000

type Params = { code: string; token: string }

const languageOf = (
  request: FastifyRequest,
  offered: readonly VisitorLanguage[] = visitorLanguages,
): VisitorLanguage => {
  const asked = (request.query as { lang?: unknown }).lang
  const wanted = [
    ...(typeof asked === 'string' ? [asked] : []),
    ...String(request.headers['accept-language'] ?? '')
      .split(',')
      .map((part) => part.split(';')[0] ?? ''),
  ]
  for (const tag of wanted) {
    const short = tag.trim().slice(0, 2).toLowerCase()
    const found = offered.find((language) => language === short)
    if (found) return found
  }
  return offered[0] ?? 'en'
}

export const mountVisitorPages = async (
  app: FastifyInstance,
  { platform, gate, handlers, dist }: VisitorPages,
): Promise<void> => {
  const render = (): Promise<Renderer> => loadRenderer(dist)

  const call = async <T>(
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
    input: Parameters<Gate['callPublic']>[3],
  ): Promise<T> => {
    const handler = handlers.get(name)
    if (!handler) throw new Error(`There is no endpoint ${name}`)
    return (await gate.callPublic(handler, request, reply, input)) as T
  }

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    html: string,
    branding: Branding | null,
    cache = 'no-store',
  ): Promise<void> => {
    const { contentSecurityPolicy } = await render()
    void reply
      .code(status)
      .header('cache-control', cache)
      .header('content-language', languageOf(request))
      .header('content-security-policy', contentSecurityPolicy({ colour: branding?.colour ?? null }))
    await sendText(request, reply, 'text/html; charset=utf-8', html)
  }

  const page = (
    request: FastifyRequest,
    path: string,
    more: {
      language?: VisitorLanguage
      languages?: readonly VisitorLanguage[]
      branding?: Branding | null
    } = {},
  ): PageModel => ({
    language: more.language ?? languageOf(request, more.languages),
    languages: more.languages ?? visitorLanguages,
    path,
    now: platform.clock.now().toISOString(),
    branding: more.branding ?? null,
  })

  const seed = () => {
    const at = String(platform.clock.now().getTime())
    return { submissionId: randomUUID(), started: `${at}.${platform.keys.mac('started', at).slice(0, 16)}` }
  }

  /** Hidden field filled in, or sent faster than anybody reads. */
  const suspicionOf = (form: Form): string | undefined => {
    if (formField(form, 'website')) return 'TRAP'
    const [at = '', mac = ''] = (formField(form, 'started') ?? '').split('.')
    if (platform.keys.mac('started', at).slice(0, 16) !== mac) return 'TRAP'
    return platform.clock.now().getTime() - Number(at) < minimumFillMs ? 'TOO_FAST' : undefined
  }

  const fault = async (
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
    path: string,
    code: string | null,
    form?: Form,
  ): Promise<void> => {
    const known =
      error instanceof ServiceError
        ? error
        : new ServiceError('INTERNAL_ERROR', 'Something went wrong on our side', { cause: error })
    if (known.status >= 500) request.log.error({ err: known.cause ?? known }, known.message)
    for (const [name, value] of Object.entries(known.headers)) void reply.header(name, value)
    const renderer = await render()
    if (known.code === 'NOT_FOUND' || known.code === 'QR_NOT_CONFIGURED') {
      const reason =
        known.code === 'QR_NOT_CONFIGURED' ? 'UNLINKED' : path.startsWith('/t/') ? 'TRACKING' : 'UNKNOWN'
      await send(
        request,
        reply,
        404,
        renderer.renderNotConfiguredPage({ ...page(request, path), reason, code }),
        null,
      )
      return
    }
    const retryAfter = Number(known.headers['retry-after']) || null
    const reason =
      known.code === 'RATE_LIMITED'
        ? 'RATE_LIMITED'
        : known.code === 'PAYLOAD_TOO_LARGE'
          ? 'TOO_LARGE'
          : known.status === 503
            ? 'UNAVAILABLE'
            : 'INTERNAL'
    await send(
      request,
      reply,
      known.status,
      renderer.renderErrorPage({
        ...page(request, path),
        reason,
        retryAfter,
        requestId: request.id,
        ...(form ? { resend: { action: request.url, fields: formFields(form) } } : {}),
      }),
      null,
    )
  }

  const information = (
    request: FastifyRequest,
    reply: FastifyReply,
    code: string,
    language: string,
  ): Promise<AmenityInformation> =>
    call('getFeedbackAmenity', request, reply, { params: { qrCode: code }, query: { language } })

  const status = (
    request: FastifyRequest,
    reply: FastifyReply,
    code: string,
    language: string,
  ): Promise<StatusPage> =>
    call('getStatus', request, reply, { params: { qrCode: code }, query: { language } })

  const errorsOf = (error: unknown): FormErrors | undefined => {
    if (!(error instanceof ServiceError) || error.code !== 'VALIDATION_ERROR') return undefined
    const paths = (error.details ?? []).map((detail) => detail.path)
    const at = (name: string): boolean => paths.some((one) => one.startsWith(`body.${name}`))
    if (at('comment')) return { comment: 'TOO_LONG' }
    if (at('message')) return { message: 'TOO_LONG' }
    if (at('email')) return { email: 'INVALID' }
    return { choice: at('rating') || at('issues') || paths.length === 0 ? 'MISSING' : 'INVALID' }
  }

  const showRate = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { code } = request.params as Params
    const path = `/q/${code}`
    try {
      const info = await information(request, reply, code, languageOf(request))
      const model = page(request, path, { languages: info.languages, branding: info.branding })
      await send(
        request,
        reply,
        200,
        (await render()).renderRatePage({ ...model, ...seed(), information: info }),
        info.branding,
      )
    } catch (error) {
      await fault(request, reply, error, path, code)
    }
  }

  const thanks = (
    request: FastifyRequest,
    path: string,
    info: AmenityInformation,
    receipt: FeedbackReceipt,
    form: Form,
  ): ThanksPageModel => {
    const codes = form.all('issues')
    const named = info.issues.filter((issue) => codes.includes(issue.code))
    const rating = Number(formField(form, 'rating')) || null
    return {
      ...page(request, path, { languages: info.languages, branding: info.branding }),
      qrCode: info.qrCode,
      amenity: { name: info.amenity.name },
      building: info.building,
      location: info.location,
      trackingToken: receipt.trackingToken,
      recorded: { rating, issues: named, comment: Boolean(formField(form, 'comment')), photos: 0 },
      usualMinutes: info.usualMinutes,
      addUntil: new Date(platform.clock.now().getTime() + addWithinMs).toISOString(),
      safety: named.some((issue) => issue.safety),
      emergencyPhone: info.emergencyPhone,
    }
  }

  const takeRate = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { code } = request.params as Params
    const form = parseForm(request.body)
    const path = `/q/${code}`
    const language = formField(form, 'language') ?? languageOf(request)
    const rating = Number(formField(form, 'rating')) || undefined
    // The button "only the rating" leaves out whatever else was chosen.
    const whole = formField(form, 'step') !== 'rating'
    const comment = whole ? formField(form, 'comment') : undefined
    const submissionId = formField(form, 'submissionId')
    try {
      const body = {
        qrCode: code,
        ...(rating ? { rating } : {}),
        ...(comment ? { comment } : {}),
        issues: whole ? form.all('issues') : [],
        language,
        ...(submissionId ? { submissionId } : {}),
      }
      const receipt = await call<FeedbackReceipt>('submitFeedback', request, reply, {
        body,
        suspicion: suspicionOf(form),
      })
      const info = await information(request, reply, code, language)
      await send(
        request,
        reply,
        201,
        (await render()).renderThanksPage(thanks(request, path, info, receipt, form)),
        info.branding,
      )
    } catch (error) {
      const errors = errorsOf(error)
      if (!errors) return fault(request, reply, error, path, code, form)
      const info = await information(request, reply, code, language)
      const model = page(request, path, { languages: info.languages, branding: info.branding })
      const values = { ...(rating ? { rating } : {}), issues: form.all('issues'), comment: comment ?? '' }
      await send(
        request,
        reply,
        400,
        (await render()).renderRatePage({ ...model, ...seed(), information: info, values, errors }),
        info.branding,
      )
    }
  }

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

  const takeReport = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { code } = request.params as Params
    const form = parseForm(request.body)
    const path = `/status/${code}/report`
    const language = formField(form, 'language') ?? languageOf(request)
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
        (await render()).renderThanksPage(thanks(request, path, info, receipt, form)),
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

  const track = (
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    language: string,
  ): Promise<Tracking> =>
    call('getTracking', request, reply, { params: { trackingToken: token }, query: { language } })

  const showTrack = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { token } = request.params as Params
    const path = `/t/${token}`
    try {
      const tracking = await track(request, reply, token, languageOf(request))
      const model = page(request, path, { branding: tracking.branding })
      await send(
        request,
        reply,
        200,
        (await render()).renderTrackPage({ ...model, trackingToken: token, tracking }),
        tracking.branding,
      )
    } catch (error) {
      await fault(request, reply, error, path, null)
    }
  }

  const takeTrack = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { token } = request.params as Params
    const form = parseForm(request.body)
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
        body,
      })
      const model = page(request, path, { branding: tracking.branding })
      await send(
        request,
        reply,
        200,
        (await render()).renderTrackPage({ ...model, trackingToken: token, tracking, done }),
        tracking.branding,
      )
    } catch (error) {
      const errors = errorsOf(error)
      if (!errors) return fault(request, reply, error, path, null, form)
      const tracking = await track(request, reply, token, languageOf(request))
      const model = page(request, path, { branding: tracking.branding })
      const shown = errors.choice ? { message: 'MISSING' as const } : errors
      const values = { ...(message ? { message } : {}), ...(email ? { email } : {}) }
      await send(
        request,
        reply,
        400,
        (await render()).renderTrackPage({ ...model, trackingToken: token, tracking, values, errors: shown }),
        tracking.branding,
      )
    }
  }

  const entry = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const code = (request.query as { code?: unknown }).code
    if (typeof code === 'string' && /[0-9A-Za-z]/.test(code))
      return void (await reply.redirect(
        `/q/${encodeURIComponent(code.replace(/[\s-]/g, '').slice(0, 64))}`,
        303,
      ))
    await send(
      request,
      reply,
      200,
      (await render()).renderNotConfiguredPage({ ...page(request, '/q'), reason: 'ENTRY', code: null }),
      null,
    )
  }

  const trackEntry = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const reference = (request.query as { reference?: unknown }).reference
    if (typeof reference === 'string' && /^[\w-]{1,128}$/.test(reference.trim()))
      return void (await reply.redirect(`/t/${reference.trim()}`, 303))
    await send(
      request,
      reply,
      404,
      (await render()).renderNotConfiguredPage({ ...page(request, '/t/'), reason: 'TRACKING', code: null }),
      null,
    )
  }

  const about = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const from = (request.query as { from?: unknown }).from
    const code = typeof from === 'string' ? from : undefined
    const info = code
      ? await information(request, reply, code, languageOf(request)).catch(() => undefined)
      : undefined
    const model = page(request, `/privacy${code && info ? `?from=${encodeURIComponent(info.qrCode)}` : ''}`, {
      branding: info?.branding ?? null,
    })
    await send(
      request,
      reply,
      200,
      (await render()).renderAboutPage({ ...model, returnPath: info ? `/q/${info.qrCode}` : null }),
      info?.branding ?? null,
    )
  }

  await app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 64 * 1024 },
      (_request, body, done) => done(null, body),
    )
    const both = ['GET', 'HEAD']
    const on = (
      method: string | string[],
      url: string,
      handler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
    ): void => {
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
    on(both, '/t/:token', showTrack)
    on('POST', '/t/:token', takeTrack)
    on(both, '/t', trackEntry)
    on(both, '/privacy', about)
    let worker: Buffer | undefined
    on(both, '/sw-visitor.js', async (_request, reply) => {
      worker ??= readFileSync(path.join(dist, 'visitor/sw.js'))
      await reply
        .header('content-type', 'text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('service-worker-allowed', '/')
        .send(worker)
    })
  })
}
