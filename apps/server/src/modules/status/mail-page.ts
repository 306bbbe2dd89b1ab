/**
 * /m/TOKEN, the target of links in emails: confirm or end a status subscription, updates about a report, and what
 * other modules send; end a member's digests without signing in. Devices confirm notifications by a POST without a
 * body.
 * GET changes nothing, because mail scanners open links; only a button does, or the one-click request of email
 * programs (RFC 8058). A repeated request changes nothing more and gets the same page.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLanguages, baseLanguage } from '#contracts/kit/language.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { mailLanguages } from '#contracts/settings.ts'
import { directionOf } from '#i18n/languages.ts'
import { declineMail } from '#server/modules/auth/public.ts'
import { confirmOutcomeAddress, eraseOutcomeAddress, outcomeReader } from '#server/modules/feedback/public.ts'
import type { Platform, TenantContext } from '#server/platform/context.ts'
import type { SealKind } from '#server/platform/crypto/keys.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { notFound, ServiceError } from '#server/platform/errors.ts'
import type { OwnPage } from '#server/platform/gate/auth/public.ts'
import type { Gate } from '#server/platform/gate/gate.ts'
import { isCrossSite } from '#server/platform/http/cross-site.ts'
import { newId } from '#server/platform/ids.ts'
import { type MailLanguage, mailLanguage } from '#server/platform/mail/layout.ts'
import { readReader, wantsMail } from '#server/platform/mail/members.ts'
import { recordReceipt } from '#server/platform/push/deliver.ts'
import { confirmSubscription, endSubscription, findSubscription } from './subscriptions.ts'
import { texts } from './texts.ts'

/** Emails of another module that go only to people who confirmed. */
export interface EmailLinkKind {
  readonly kind: SealKind
  /** Undefined once it was ended. `ask` and `reads`: the sentence before and after confirmation. */
  readonly find: (
    ctx: TenantContext,
    id: string,
  ) => Promise<
    | {
        readonly confirmed: boolean
        readonly language: MailLanguage
        readonly ask: string
        readonly reads: string
      }
    | undefined
  >
  readonly confirm: (ctx: TenantContext, id: string) => Promise<void>
  readonly stop: (ctx: TenantContext, id: string) => Promise<void>
}

/** The content of a token: a subscription or report, a reader of digests, or a kind of another module. */
interface TokenContent {
  readonly kind: 'subscription' | 'digest' | EmailLinkKind
  readonly tenantId: string
  readonly id: string
}

/** The current state of what a token refers to. */
type EmailSubject =
  | {
      readonly kind: 'SUBSCRIPTION'
      readonly confirmed: boolean
      readonly place: string
      readonly statusPath: string | null
      readonly language: MailLanguage
    }
  | { readonly kind: 'REPORT'; readonly confirmed: boolean; readonly language: MailLanguage }
  | { readonly kind: 'DIGEST'; readonly language: MailLanguage }
  | {
      readonly kind: 'OTHER'
      readonly confirmed: boolean
      readonly language: MailLanguage
      readonly ask: string
      readonly reads: string
    }
  | { readonly kind: 'ENDED' }

const words = (language: MailLanguage) => texts(language).page

const style = `:root{color-scheme:light dark}body{margin:0;font:1.0625rem/1.5 system-ui,sans-serif;background:#FAF9F6;color:#1B1C1A}
main{max-width:34rem;margin:0 auto;padding:2rem 1rem}h1{font-size:1.25rem;line-height:1.3;margin:0 0 1.5rem}
button,a.button{display:block;box-sizing:border-box;width:100%;min-height:3rem;margin:0 0 .75rem;padding:.75rem 1rem;border:1px solid #0E5A63;border-radius:.5rem;font:inherit;font-weight:600;text-align:center;text-decoration:none;background:#fff;color:#0E5A63;cursor:pointer}
button.first{background:#0E5A63;color:#fff}button:focus-visible,a:focus-visible{outline:3px solid #2A5A8C;outline-offset:2px}
@media(prefers-color-scheme:dark){body{background:#141613;color:#ECEBE5}button,a.button{background:#1C1F1B;color:#6CC5CE;border-color:#6CC5CE}button.first{background:#6CC5CE;color:#05262A}button:focus-visible,a:focus-visible{outline-color:#8ABBEA}}`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

const page = (language: MailLanguage, text: string, buttons: readonly string[]): string => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${words(language).title}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(text)}</h1><form method="post">${buttons.join('')}</form></main></body></html>
`

const button = (action: 'confirm' | 'stop', label: string): string =>
  `<button name="action" value="${action}"${action === 'confirm' ? ' class="first"' : ''}>${escapeHtml(label)}</button>`

const render = (subject: EmailSubject | undefined, fallback: MailLanguage): string => {
  if (!subject) return page(fallback, words(fallback).unknown, [])
  if (subject.kind === 'ENDED') return page(fallback, words(fallback).ended, [])
  const text = words(subject.language)
  if (subject.kind === 'OTHER') {
    const stopping = button('stop', subject.confirmed ? text.stop : text.decline)
    return subject.confirmed
      ? page(subject.language, subject.reads, [stopping])
      : page(subject.language, subject.ask, [button('confirm', text.confirm), stopping])
  }
  if (subject.kind === 'DIGEST') return page(subject.language, text.digest, [button('stop', text.stop)])
  const asking = [button('confirm', text.confirm), button('stop', text.decline)]
  if (subject.kind === 'REPORT')
    return subject.confirmed
      ? page(subject.language, text.report, [button('stop', text.stop)])
      : page(subject.language, text.askReport, asking)
  const { confirmed, place, statusPath, language } = subject
  if (!confirmed) return page(language, text.ask({ place }), asking)
  const status =
    statusPath === null
      ? []
      : [`<a class="button" href="${escapeHtml(statusPath)}">${escapeHtml(text.status)}</a>`]
  return page(language, text.reads({ place }), [...status, button('stop', text.stop)])
}

const findDigest = async (ctx: TenantContext, userId: string): Promise<EmailSubject> => {
  const reader = await readReader(ctx, userId)
  return reader && wantsMail(reader, 'digest')
    ? { kind: 'DIGEST', language: mailLanguage(reader.language) }
    : { kind: 'ENDED' }
}

const find = async (ctx: TenantContext, { kind, id }: TokenContent): Promise<EmailSubject> => {
  if (kind === 'digest') return findDigest(ctx, id)
  if (kind !== 'subscription') {
    const subject = await kind.find(ctx, id)
    return subject ? { kind: 'OTHER', ...subject } : { kind: 'ENDED' }
  }
  const subscription = await findSubscription(ctx, id)
  if (subscription) {
    const { confirmed, amenity, building, qrCode } = subscription
    const language = mailLanguage(subscription.language)
    return {
      kind: 'SUBSCRIPTION',
      confirmed,
      place: sayPlace(amenity, building),
      statusPath: qrCode === null ? null : `/status/${qrCode}?lang=${language}`,
      language,
    }
  }
  const reader = await outcomeReader(ctx, id)
  if (!reader) return { kind: 'ENDED' }
  return { kind: 'REPORT', confirmed: reader.confirmed, language: mailLanguage(reader.language) }
}

/** The button pressed on this page; email programs send their own form body. */
const actionOf = (body: unknown, isOurs: boolean): 'confirm' | 'stop' | undefined => {
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : ''
  const action = new URLSearchParams(text).get('action')
  if (action === 'confirm' || action === 'stop') return isOurs ? action : undefined
  return /List-Unsubscribe"?(=|\s+)\s*One-Click/i.test(text) ? 'stop' : undefined
}

const bodyLimit = 16 * 1024

const opening: OwnPage = { name: 'openMailPage', limit: 'public', changes: false }
/** Not `changes`: maintenance must not stop anybody from ending emails. A full disk is handled separately. */
const answering: OwnPage = { name: 'answerMailPage', limit: 'public', changes: false }
/** A limit of its own: many phones share the network address of one building. */
const receiving: OwnPage = { name: 'confirmNotification', limit: 'public', changes: true }

export const mountMailPages = async (
  app: FastifyInstance,
  platform: Platform,
  gate: Pick<Gate, 'runPage'>,
  linkKinds: readonly EmailLinkKind[],
): Promise<void> => {
  const inside = <T>(
    tenantId: string,
    mode: 'read' | 'write',
    work: (ctx: TenantContext) => Promise<T>,
  ): Promise<T> =>
    inTenant(platform.databases.app, tenantId, mode, (transaction) =>
      work({
        ...transaction,
        platform,
        requestId: newId(Date.now()),
        now: platform.clock.now(),
        tenantId,
        actor: { kind: 'VISITOR', id: 'mail', name: 'Visitor' },
      }),
    )

  const languageOf = (request: FastifyRequest): MailLanguage =>
    mailLanguage(
      acceptedLanguages(request.headers['accept-language'])
        .map(baseLanguage)
        .find((base) => mailLanguages.some((language) => language === base)),
    )

  const sendPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    html: string,
  ): Promise<FastifyReply> => {
    void reply
      .code(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
    return request.method === 'HEAD'
      ? reply.header('content-length', Buffer.byteLength(html)).send()
      : reply.send(html)
  }

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    subject: EmailSubject | undefined,
  ): Promise<FastifyReply> =>
    sendPage(request, reply, subject ? 200 : 404, render(subject, languageOf(request)))

  /** @throws errors that trying again later would not solve */
  const refuse = async (
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
  ): Promise<FastifyReply> => {
    if (!(error instanceof ServiceError)) throw error
    if (error.code !== 'RATE_LIMITED' && error.code !== 'SERVICE_UNAVAILABLE') throw error
    if (error.code === 'SERVICE_UNAVAILABLE')
      request.log.warn({ err: error.cause ?? error, code: error.code, reqId: request.id }, error.message)
    for (const [name, value] of Object.entries(error.headers)) void reply.header(name, value)
    const language = languageOf(request)
    return sendPage(request, reply, error.status, page(language, words(language).later, []))
  }

  /** @returns undefined if the token is invalid, which counts as a failed attempt */
  const through = async <T>(
    own: OwnPage,
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<T>,
  ): Promise<T | undefined> => {
    try {
      return await gate.runPage(own, request, reply, work)
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined
      throw error
    }
  }

  const tokenOf = (request: FastifyRequest): TokenContent | undefined => {
    const { token } = request.params as { token: string }
    for (const kind of ['subscription', 'digest'] as const) {
      const found = platform.keys.unseal(kind, token)
      if (found) return { kind, ...found }
    }
    for (const kind of linkKinds) {
      const found = platform.keys.unseal(kind.kind, token)
      if (found) return { kind, ...found }
    }
    return undefined
  }

  const stop = async (ctx: TenantContext, { kind, id }: TokenContent): Promise<void> => {
    if (kind === 'digest') return declineMail(ctx, id, 'digest')
    if (kind !== 'subscription') return kind.stop(ctx, id)
    await endSubscription(ctx, id)
    await eraseOutcomeAddress(ctx, id)
  }

  const confirm = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const noted = await through(receiving, request, reply, async () => {
      const { token } = request.params as { token: string }
      const receipt = platform.keys.unseal('push-receipt', token)
      if (!receipt) throw notFound()
      const { tenantId, id } = receipt
      if (!(await inside(tenantId, 'write', (ctx) => recordReceipt(ctx, id)))) throw notFound()
      return true
    })
    return noted ? reply.code(204).send() : send(request, reply, undefined)
  }

  const open = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const subject = await through(opening, request, reply, async () => {
      const found = tokenOf(request)
      if (!found) throw notFound()
      return inside(found.tenantId, 'read', (ctx) => find(ctx, found))
    })
    return send(request, reply, subject)
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const found = tokenOf(request)
    if (!found) return confirm(request, reply)
    const action = actionOf(request.body, !isCrossSite(request, platform.config))
    const subject = await through(answering, request, reply, async () => {
      platform.disk.assertSpace()
      return inside(found.tenantId, 'write', async (ctx) => {
        if (action === 'confirm' && found.kind === 'subscription') {
          await confirmSubscription(ctx, found.id)
          await confirmOutcomeAddress(ctx, found.id)
        }
        if (action === 'confirm' && typeof found.kind === 'object') await found.kind.confirm(ctx, found.id)
        if (action === 'stop') await stop(ctx, found)
        return find(ctx, found)
      })
    })
    return send(request, reply, subject)
  }

  await app.register(async (pages) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      pages.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
        done(null, body),
      )
    }
    const on = (method: string[], handler: typeof open): void => {
      pages.route({
        method,
        url: '/m/:token',
        handler: (request, reply) =>
          handler(request, reply).catch((error: unknown) => refuse(request, reply, error)),
      })
    }
    on(['GET', 'HEAD'], open)
    on(['POST'], answer)
  })
}
