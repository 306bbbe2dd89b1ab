/**
 * Shared by all pages under /s: the visitor's request, the response with its headers, and the page of a link that
 * does not work.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { Branding } from '#contracts/records.ts'
import type { Visit } from '#server/modules/sharing/public.ts'
import { viewSessionCookieName } from '#server/modules/sharing/public.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { cookieIn } from '#server/platform/gate/cookies.ts'
import { isDay } from '#server/platform/gate/text.ts'
import type { PageModel } from '#visitor/models.ts'
import { sendText } from '../static-files.ts'
import { languageOf, type VisitorPage } from '../visitor/page.ts'

export interface ShareParams {
  readonly token: string
}

const queryValue = (request: FastifyRequest, name: string): string | undefined => {
  const text = (request.query as Record<string, unknown>)[name]
  return typeof text === 'string' && text !== '' ? text.slice(0, 40) : undefined
}

/** A calendar day; other values are ignored. */
const askedDay = (request: FastifyRequest, name: string): string | undefined => {
  const text = queryValue(request, name)
  return text !== undefined && isDay(text) ? text : undefined
}

/** Header in which an updating page names its view session, because in a frame its cookie may be blocked. */
const viewSessionHeader = 'share-view'

/** What the sharing module needs of a request. */
export const visitOf = (request: FastifyRequest): Visit => ({
  token: (request.params as ShareParams).token,
  viewSession:
    request.headers[viewSessionHeader]?.toString() ?? cookieIn(request.headers.cookie, viewSessionCookieName),
  languageAmong: (offered) => languageOf(request, offered),
  from: askedDay(request, 'from'),
  to: askedDay(request, 'to'),
})

/** In a frame of another site, where cookies are partitioned from those of the same address in a window. */
export const isFramed = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-dest'] === 'iframe'

export type SharePages = ReturnType<typeof openSharePages>

export const openSharePages = ({ render, page, fault }: VisitorPage) => {
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    html: string,
    {
      language,
      branding,
      framedBy = [],
    }: Pick<PageModel, 'language' | 'branding'> & { framedBy?: readonly string[] },
  ): Promise<void> => {
    const { shareSecurityPolicy } = await render()
    // guard: share-frame
    const security = shareSecurityPolicy({ colour: branding?.colour ?? null, framedBy })
    // Only the policy can name origins; the older header could only forbid all.
    if (framedBy.length > 0) void reply.removeHeader('x-frame-options')
    void reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('vary', 'Accept-Language')
      .header('content-language', language)
      .header('x-robots-tag', 'noindex')
      .header('content-security-policy', security)
    await sendText(request, reply, 'text/html; charset=utf-8', html)
  }

  const model = (
    request: FastifyRequest,
    path: string,
    branding: Branding | null = null,
    languages: readonly VisitorLanguage[] = visitorLanguages,
  ): PageModel => page(request, path, { languages, branding })

  /** @param framedBy origins that framed it before it ended, so that it can say so there */
  const ended = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: 404 | 410,
    framedBy: readonly string[] = [],
  ): Promise<void> => {
    const path = `/s/${encodeURIComponent((request.params as ShareParams).token)}`
    const pageModel = model(request, path)
    const html = (await render()).renderShareEndedPage(pageModel)
    await send(request, reply, status, html, { ...pageModel, framedBy })
  }

  /** The error page of an exception. */
  const refuse = async (request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<void> => {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return ended(request, reply, 404)
    await fault(request, reply, error, request.url.split('?')[0] ?? '/', null)
  }

  return { render, send, model, ended, refuse }
}
