/**
 * /s/TOKEN: what a share link shows to people without an account. Works without JavaScript; each request checks
 * whether the link still opens, so revoking it takes effect at once.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { figureLanguages } from '#contracts/sharing/languages.ts'
import type { SharePage } from '#contracts/sharing/view.ts'
import {
  checkShare,
  type Download,
  downloadShare,
  findSharedPhoto,
  type OpenedShare,
  openShare,
  unlockShare,
  viewSessionCookie,
} from '#server/modules/sharing/public.ts'
import { sendFile } from '#server/modules/uploads/public.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { isAutomatedFetch } from '#server/platform/http/automated-fetch.ts'
import { isCrossSite } from '#server/platform/http/cross-site.ts'
import type { ShareLockedPageModel } from '#visitor/pages/share/model.ts'
import { formField, parseForm } from '../forms.ts'
import { languageOf, type VisitorPage, type VisitorPages } from '../visitor/page.ts'
import { embedScript } from './embed-script.ts'
import { shareLive } from './live.ts'
import { mountPairPage } from './pair.ts'
import { isFramed, openSharePages, type ShareParams, visitOf } from './share-page.ts'

const opening = { name: 'openShare', limit: 'public', changes: false } as const
const unlocking = { name: 'unlockShare', limit: 'public', changes: true } as const
const downloading = { name: 'downloadShare', limit: 'public', changes: false } as const

/** Kinds that show the present or stay open for days update themselves; reports of a period do not. */
const follows = (kind: string): boolean => kind === 'STATUS_BOARD' || kind === 'SCREEN' || kind === 'EMBED'

type Fault = NonNullable<ShareLockedPageModel['fault']>

/** The part of an error that is about the password. */
const faultOf = (
  error: unknown,
): { fault: Fault; status: 403 | 429; retryAfter: number | null } | undefined => {
  if (!(error instanceof ServiceError)) return undefined
  if (error.code === 'UNAUTHORIZED') return { fault: 'WRONG', status: 403, retryAfter: null }
  if (error.code === 'RATE_LIMITED')
    return { fault: 'LIMITED', status: 429, retryAfter: Number(error.headers['retry-after']) || null }
  return undefined
}

/** An error status, so that no browser caches it as the page. */
const answerWithoutPage = async (reply: FastifyReply): Promise<void> => {
  await reply.code(503).header('cache-control', 'no-store').header('x-robots-tag', 'noindex').send()
}

export const mountSharePages = async (
  app: FastifyInstance,
  visitorPage: VisitorPage,
  { platform, gate, dist }: VisitorPages,
): Promise<void> => {
  const pages = openSharePages(visitorPage)
  const { render, send, model, ended, refuse } = pages

  const pathOf = (request: FastifyRequest): string =>
    `/s/${encodeURIComponent((request.params as ShareParams).token)}`

  const keepViewSession = (
    request: FastifyRequest,
    reply: FastifyReply,
    { viewSession }: Pick<OpenedShare, 'viewSession'>,
  ): void => {
    const { token } = request.params as ShareParams
    if (viewSession)
      void reply.header('set-cookie', viewSessionCookie(platform, token, viewSession, isFramed(request)))
  }

  const showOpen = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { view }: Extract<SharePage, { state: 'OPEN' }>,
    { frameAncestors: framedBy, viewSession }: Pick<OpenedShare, 'frameAncestors' | 'viewSession'>,
  ): Promise<void> => {
    const path = pathOf(request)
    const { branding, period, download, kind } = view
    const pageModel = model(request, path, branding)
    const fileLanguage = languageOf(request, figureLanguages)
    const query = period && `?from=${period.from}&to=${period.to}&lang=${fileLanguage}`
    const html = (await render()).renderSharePage({
      ...pageModel,
      view,
      follow: follows(kind) ? `${path}/live` : null,
      pass: viewSession?.value ?? null,
      download: download
        ? { pdf: `${path}/report.pdf${query}`, csv: `${path}/report.csv${query}`, language: fileLanguage }
        : null,
      framed: kind === 'EMBED',
    })
    await send(request, reply, 200, html, { ...pageModel, framedBy })
  }

  const show = async (request: FastifyRequest, reply: FastifyReply, opened: OpenedShare): Promise<void> => {
    const { page, frameAncestors: framedBy } = opened
    switch (page.state) {
      case 'OPEN':
        keepViewSession(request, reply, opened)
        return showOpen(request, reply, page, opened)
      case 'LOCKED':
        return showLocked(request, reply, 200, { fault: null, retryAfter: null }, page.branding, framedBy)
      case 'ENDED':
        return ended(request, reply, 410, framedBy)
      default:
        return page satisfies never
    }
  }

  const showLocked = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    said: Pick<ShareLockedPageModel, 'fault' | 'retryAfter'>,
    branding: Extract<SharePage, { state: 'LOCKED' }>['branding'],
    framedBy: readonly string[],
  ): Promise<void> => {
    const pageModel = model(request, pathOf(request), branding)
    const html = (await render()).renderShareLockedPage({ ...pageModel, ...said })
    await send(request, reply, status, html, { ...pageModel, framedBy })
  }

  const toPage = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await reply
      .header('cache-control', 'no-store')
      .redirect(`${pathOf(request)}?lang=${languageOf(request)}`, 303)
  }

  const open = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const visit = visitOf(request)
    await show(request, reply, await gate.runPage(opening, request, reply, (ctx) => openShare(ctx, visit)))
  }

  /** Checks only whether the link opens; no page is shown, so no view is counted. */
  const ask = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const state = await gate.runPage(opening, request, reply, (ctx) => checkShare(ctx, visitOf(request)))
    if (state === 'ENDED') return ended(request, reply, 410)
    await reply.header('cache-control', 'no-store').header('content-type', 'text/html; charset=utf-8').send()
  }

  const unlock = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // Forms of other sites are refused without a password attempt, even with a known address.
    if (isCrossSite(request, platform.config)) return toPage(request, reply)
    const password = formField(parseForm(request.body), 'password') ?? ''
    let opened: OpenedShare
    try {
      opened = await gate.runPage(unlocking, request, reply, (ctx) =>
        unlockShare(ctx, visitOf(request), password),
      )
    } catch (error) {
      const found = faultOf(error)
      if (!found) throw error
      if (found.retryAfter !== null) void reply.header('retry-after', String(found.retryAfter))
      // The locked page: whose link it is, and who may frame it.
      const { page, frameAncestors } = await gate.runPage(opening, request, reply, (ctx) =>
        openShare(ctx, { ...visitOf(request), viewSession: undefined }),
      )
      if (page.state !== 'LOCKED') return refuse(request, reply, error)
      return showLocked(request, reply, found.status, found, page.branding, frameAncestors)
    }
    // In a frame the cookie may be blocked; elsewhere a redirect avoids sending the password again on reload or back.
    if (opened.page.state !== 'OPEN' || isFramed(request)) return show(request, reply, opened)
    keepViewSession(request, reply, opened)
    await toPage(request, reply)
  }

  const download = (format: 'PDF' | 'CSV') => async (request: FastifyRequest, reply: FastifyReply) => {
    let answer: Download
    try {
      answer = await gate.runPage(downloading, request, reply, (ctx) =>
        downloadShare(ctx, visitOf(request), format),
      )
    } catch (error) {
      // Locked, or without files: the page says so.
      if (!(error instanceof ServiceError) || !['UNAUTHORIZED', 'FORBIDDEN'].includes(error.code)) throw error
      return toPage(request, reply)
    }
    keepViewSession(request, reply, answer)
    const { contentType, body, fileName } = answer.file
    await reply
      .header('cache-control', 'no-store')
      .header('content-type', contentType)
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(body)
  }

  await app.register(async (routes) => {
    routes.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 16 * 1024 },
      (_request, body, done) => done(null, body),
    )
    const on = (
      method: string | string[],
      url: string,
      handler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
    ): void => {
      routes.route({
        method,
        url,
        handler: async (request, reply) => {
          try {
            // guard: share-previews
            if (isAutomatedFetch(request)) await answerWithoutPage(reply)
            else await handler(request, reply)
          } catch (error) {
            await refuse(request, reply, error)
          }
          return reply
        },
      })
    }
    mountPairPage(on, pages, { platform, gate })
    on(['GET', 'HEAD'], '/s/embed.js', embedScript(dist))
    on(['GET', 'HEAD'], '/s/photos/:key', async (request, reply) => {
      const photo = await findSharedPhoto(platform, (request.params as { key: string }).key)
      await sendFile(platform, request, reply, photo)
    })
    on('GET', '/s/:token', open)
    on('HEAD', '/s/:token', ask)
    on('POST', '/s/:token', unlock)
    on('GET', '/s/:token/live', shareLive({ gate }))
    on('GET', '/s/:token/report.pdf', download('PDF'))
    on('GET', '/s/:token/report.csv', download('CSV'))
  })
}
