/** Entry pages without a scan, and the privacy page. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { readQrCode } from '#contracts/qr-code.ts'
import { notFound } from '#server/platform/errors.ts'
import { languageOf, type VisitorPage } from './page.ts'

export const entryPages = (visitorPage: VisitorPage) => {
  const { render, send, page, information } = visitorPage

  /** Keeps the language that was chosen on the form's page. */
  const onward = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const chosen = (request.query as { lang?: unknown }).lang !== undefined
    return reply.redirect(chosen ? `${path}?lang=${languageOf(request)}` : path, 303)
  }

  const entry = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const code = (request.query as { code?: unknown }).code
    if (typeof code === 'string' && /[\p{Nd}A-Za-z]/u.test(code.normalize('NFKC')))
      return void (await onward(
        request,
        reply,
        // For text that is no code; cut between characters, because half of one cannot be in a URL.
        `/q/${encodeURIComponent(readQrCode(code) ?? [...code.replace(/[\s-]/g, '')].slice(0, 64).join(''))}`,
      ))
    const model = page(request, '/q')
    if ('any' in (request.query as object))
      return await send(request, reply, 200, (await render()).renderAnyPage(model), model)
    await send(
      request,
      reply,
      200,
      (await render()).renderNotConfiguredPage({ ...model, reason: 'ENTRY', code: null }),
      model,
    )
  }

  const trackEntry = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const reference = (request.query as { reference?: unknown }).reference
    // Accepts the whole link, or only its end.
    const token =
      typeof reference === 'string' ? /(?:^|\/t\/)([\w-]{1,128})(?:[?#].*)?$/.exec(reference.trim()) : null
    if (token) return void (await onward(request, reply, `/t/${token[1]}`))
    if (typeof reference !== 'string') {
      const own = page(request, '/t')
      return await send(request, reply, 200, (await render()).renderMinePage(own), own)
    }
    const model = page(request, '/t/')
    await send(
      request,
      reply,
      404,
      (await render()).renderNotConfiguredPage({ ...model, reason: 'TRACKING', code: null }),
      model,
    )
  }

  const about = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const from = (request.query as { from?: unknown }).from
    const code = typeof from === 'string' ? from : undefined
    const info = code ? await information(request, reply, code).catch(() => undefined) : undefined
    const model = page(request, `/privacy${code && info ? `?from=${encodeURIComponent(info.qrCode)}` : ''}`, {
      branding: info?.branding ?? null,
    })
    await send(
      request,
      reply,
      200,
      (await render()).renderAboutPage({ ...model, returnPath: info ? `/q/${info.qrCode}` : null }),
      model,
    )
  }

  /** The 404: a page for browsers, the JSON envelope for others. */
  const nothing = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const wantsPage = String(request.headers.accept ?? '').includes('text/html')
    if (!wantsPage || request.url.startsWith('/api/')) throw notFound()
    const model = { ...page(request, '/q'), reason: 'NOT_FOUND' as const, retryAfter: null, requestId: null }
    await send(request, reply, 404, (await render()).renderErrorPage(model), model)
  }

  return { entry, trackEntry, about, nothing }
}
