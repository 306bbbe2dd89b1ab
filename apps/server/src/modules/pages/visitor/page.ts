/** Shared by all visitor pages: the renderer, calls of endpoints, the response, and error pages. */
import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AmenityInformation } from '#contracts/feedback.ts'
import { acceptedLanguages } from '#contracts/kit/language.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { StatusPage } from '#contracts/status.ts'
import { spokenLanguage } from '#server/modules/feedback/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { ServiceError } from '#server/platform/errors.ts'
import type { PageInput } from '#server/platform/gate/auth/public.ts'
import type { Gate } from '#server/platform/gate/gate.ts'
import { isAutomatedFetch } from '#server/platform/http/automated-fetch.ts'
import type { Handler } from '#server/platform/http/serve.ts'
import type { FormErrors, PageModel } from '#visitor/models.ts'
import { type Form, formField, formFields, parseForm } from '../forms.ts'
import { loadRenderer, type Renderer } from '../renderer.ts'
import { sendText, takesGzip } from '../static-files.ts'
import type { PackedPage } from './packed-page.ts'

export interface VisitorPages {
  readonly platform: Platform
  readonly gate: Gate
  readonly handlers: ReadonlyMap<string, Handler>
  readonly dist: string
}

export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export type Params = { code: string; token: string }

/** Milliseconds; people take longer to read and tap. */
const minimumFillMs = 1200

/** Language of the page that a form came from; its answer is in the same language. */
const languageOfForm = new WeakMap<FastifyRequest, string>()

/** @throws ServiceError as `parseForm` does */
export const formIn = (request: FastifyRequest): Form => {
  const form = parseForm(request.body)
  languageOfForm.set(request, formField(form, 'language') ?? '')
  return form
}

/** The visitor's languages that are available, most wanted first. */
const wantedLanguages = (request: FastifyRequest): VisitorLanguage[] => {
  const requested = (request.query as { lang?: unknown }).lang
  const wanted = [
    languageOfForm.get(request) ?? '',
    ...(typeof requested === 'string' ? [requested] : []),
    ...acceptedLanguages(request.headers['accept-language']),
  ]
  return [...new Set(wanted.flatMap((tag) => spokenLanguage(tag.trim()) ?? []))]
}

/** For pages without tenant data; other pages use the language of their endpoint's answer. */
export const languageOf = (
  request: FastifyRequest,
  offered: readonly VisitorLanguage[] = visitorLanguages,
): VisitorLanguage =>
  wantedLanguages(request).find((language) => offered.includes(language)) ?? offered[0] ?? 'en'

/** Language parameter for an endpoint, which alone knows what the tenant offers. */
export const languageQuery = (request: FastifyRequest): { language?: string } => {
  const language = wantedLanguages(request).join(',')
  return language ? { language } : {}
}

/** Words are in the page's language; dates follow the visitor's region. */
const localeOf = (request: FastifyRequest, language: VisitorLanguage): string => {
  const tags = acceptedLanguages(request.headers['accept-language'])
  const region = tags.map((tag) => new Intl.Locale(tag).region).find((one) => one !== undefined)
  return region ? `${language}-${region}` : language
}

export type VisitorPage = ReturnType<typeof openVisitorPage>

export const openVisitorPage = ({ platform, gate, handlers, dist }: VisitorPages) => {
  const render = (): Promise<Renderer> => loadRenderer(dist)

  const ask = async <T>(
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
    input: PageInput,
  ): Promise<T> => {
    const handler = handlers.get(name)
    if (!handler) throw new Error(`There is no endpoint ${name}`)
    return (await gate.callPublic(handler, request, reply, input)) as T
  }

  /** Calls an endpoint without counting a scan. */
  const call = <T>(
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
    input: Omit<PageInput, 'visit'>,
  ): Promise<T> => ask(name, request, reply, { ...input, visit: false })

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    html: string | PackedPage,
    { language, branding }: Pick<PageModel, 'language' | 'branding'>,
    cache = 'no-store',
  ): Promise<void> => {
    const { contentSecurityPolicy } = await render()
    void reply
      .code(status)
      .header('cache-control', cache)
      .header('vary', 'Accept-Language')
      .header('content-language', language)
      .header('content-security-policy', contentSecurityPolicy({ colour: branding?.colour ?? null }))
    const type = 'text/html; charset=utf-8'
    if (typeof html === 'string') return sendText(request, reply, type, html)
    const now = platform.clock.now()
    const zipped = html.zip({ now: now.toISOString(), ...seed() })
    if (!takesGzip(request.headers['accept-encoding']))
      return sendText(request, reply, type, gunzipSync(zipped).toString())
    await reply
      .header('content-type', type)
      .header('vary', 'Accept-Language, Accept-Encoding')
      .header('content-encoding', 'gzip')
      .send(zipped)
  }

  /** @param shown the answer of an endpoint, if one was called */
  const page = (
    request: FastifyRequest,
    path: string,
    shown: Partial<Pick<PageModel, 'language' | 'languages' | 'branding'>> = {},
  ): PageModel => {
    const { languages = visitorLanguages, branding = null } = shown
    const language = shown.language ?? languageOf(request, languages)
    return {
      language,
      locale: localeOf(request, language),
      languages,
      path,
      now: platform.clock.now().toISOString(),
      branding,
    }
  }

  const seed = () => {
    const at = String(platform.clock.now().getTime())
    return { submissionId: randomUUID(), started: `${at}.${platform.keys.mac('started', at).slice(0, 16)}` }
  }

  /** A filled hidden field, or a form sent faster than people read. */
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
    if (known.status >= 500)
      request.log.error({ err: known.cause ?? known, reqId: request.id }, known.message)
    for (const [name, value] of Object.entries(known.headers)) void reply.header(name, value)
    const renderer = await render()
    const model = page(request, path)
    if (known.code === 'NOT_FOUND' || known.code === 'QR_NOT_CONFIGURED') {
      const reason =
        known.code === 'QR_NOT_CONFIGURED' ? 'UNLINKED' : path.startsWith('/t/') ? 'TRACKING' : 'UNKNOWN'
      await send(request, reply, 404, renderer.renderNotConfiguredPage({ ...model, reason, code }), model)
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
        ...model,
        reason,
        retryAfter,
        requestId: request.id,
        ...(form ? { resend: { action: request.url, fields: formFields(form) } } : {}),
      }),
      model,
    )
  }

  const information = (
    request: FastifyRequest,
    reply: FastifyReply,
    code: string,
  ): Promise<AmenityInformation> =>
    call('getFeedbackAmenity', request, reply, { params: { qrCode: code }, query: languageQuery(request) })

  /** The same for opening a sticker's page, which counts a scan unless a program reads it. */
  const scanned = (request: FastifyRequest, reply: FastifyReply, code: string): Promise<AmenityInformation> =>
    ask('getFeedbackAmenity', request, reply, {
      params: { qrCode: code },
      query: languageQuery(request),
      visit:
        request.method !== 'HEAD' &&
        (request.headers['sec-fetch-mode'] ?? 'navigate') === 'navigate' &&
        !isAutomatedFetch(request),
    })

  const status = (request: FastifyRequest, reply: FastifyReply, code: string): Promise<StatusPage> =>
    call('getStatus', request, reply, { params: { qrCode: code }, query: languageQuery(request) })

  const errorsOf = (error: unknown): FormErrors | undefined => {
    if (!(error instanceof ServiceError) || error.code !== 'VALIDATION_ERROR') return undefined
    const paths = (error.details ?? []).map((detail) => detail.path)
    const at = (name: string): boolean => paths.some((one) => one.startsWith(`body.${name}`))
    if (at('comment')) return { comment: 'TOO_LONG' }
    if (at('message')) return { message: 'TOO_LONG' }
    if (at('email')) return { email: 'INVALID' }
    return { choice: at('rating') || at('issues') || paths.length === 0 ? 'MISSING' : 'INVALID' }
  }

  return {
    platform,
    render,
    call,
    send,
    page,
    seed,
    suspicionOf,
    fault,
    information,
    scanned,
    status,
    errorsOf,
  }
}
