/**
 * /o/TOKEN: an operator's task, without an account and without JavaScript. Opening it changes nothing, because email
 * scanners open links; only its forms do.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AttachmentKind } from '#contracts/tasks/records.ts'
import {
  actByLink,
  type LinkAct,
  linkOf,
  type OpenedLink,
  openLink,
  photoByLink,
  undoByLink,
} from '#server/modules/operator/public.ts'
import { withPhotoForm } from '#server/modules/uploads/public.ts'
import type { PublicContext } from '#server/platform/context.ts'
import { forbidden, invalid, ServiceError } from '#server/platform/errors.ts'
import { isCrossSite } from '#server/platform/http/cross-site.ts'
import type { TaskLinkAct, TaskLinkOverPageModel, TaskLinkPageModel } from '#visitor/models.ts'
import { type Form, formField, formOf, parseForm } from '../forms.ts'
import { languageOf, type Params, type VisitorPage, type VisitorPages } from './page.ts'

const reading = { name: 'openTaskLink', limit: 'public', changes: false } as const
const writing = { name: 'workByTaskLink', limit: 'public', changes: true } as const

const acts: Readonly<Record<TaskLinkAct, true>> = {
  start: true,
  tick: true,
  note: true,
  photo: true,
  cannot: true,
  finish: true,
  undo: true,
}
const isAct = (text: string | undefined): text is TaskLinkAct =>
  text !== undefined && Object.hasOwn(acts, text)

/**
 * Only the operator knows which it is, and an "after" photo confirms the work; so there is no default, and without a
 * choice it is neither.
 */
const photoKinds = ['BEFORE', 'AFTER'] as const satisfies readonly AttachmentKind[]

type Fault = NonNullable<TaskLinkPageModel['fault']>

/** The part of an error that belongs to a form. */
const faultOf = (act: TaskLinkAct, error: unknown): Fault | undefined => {
  if (!(error instanceof ServiceError)) return undefined
  if (error.code === 'PAYLOAD_TOO_LARGE') return { act, reason: 'PHOTO' }
  if (error.code !== 'VALIDATION_ERROR') return undefined
  if (act === 'photo') return { act, reason: 'PHOTO' }
  const paths = (error.details ?? []).map(({ path }) => path)
  // If the photo is missing the finish is refused; other errors of a finish are about its text.
  if (act === 'finish' && paths.includes('body.status')) return { act, reason: 'PHOTO' }
  if (act === 'cannot' && paths.some((path) => path.endsWith('.reason'))) return { act, reason: 'MISSING' }
  return { act, reason: act === 'start' || act === 'tick' ? 'INVALID' : 'TOO_LONG' }
}

/** Normalises the CRLF line ends of forms. */
const textIn = (form: Form): string | undefined => formField(form, 'text')?.replaceAll('\r\n', '\n').trim()

const actIn = (act: Exclude<TaskLinkAct, 'photo' | 'undo'>, form: Form): LinkAct | Fault => {
  const text = textIn(form)
  switch (act) {
    case 'start':
      return { kind: 'start' }
    case 'note':
      return text === undefined ? { act, reason: 'MISSING' } : { kind: 'note', text }
    case 'tick':
      return { kind: 'tick', were: form.all('were'), are: form.all('are') }
    case 'cannot': {
      const reason = formField(form, 'reason')
      return reason === undefined ? { act, reason: 'MISSING' } : { kind: 'cannot', reason, note: text }
    }
    case 'finish':
      return { kind: 'finish', note: text }
    default:
      return act satisfies never
  }
}

const isFault = (found: LinkAct | Fault): found is Fault => 'act' in found

export const mountTaskLinkPages = async (
  app: FastifyInstance,
  { render, send, page, fault }: VisitorPage,
  { platform, gate }: VisitorPages,
): Promise<void> => {
  const sendOver = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    reason: TaskLinkOverPageModel['reason'],
    opened?: OpenedLink,
  ): Promise<void> => {
    const path = `/o/${(request.params as Params).token}`
    const model = page(request, path, { branding: opened?.branding ?? null })
    const html = (await render()).renderTaskLinkOverPage({
      ...model,
      reason,
      task: reason === 'DONE' ? (opened?.task ?? null) : null,
      undo: opened?.mayUndo ? { token: (request.params as Params).token, formId: randomUUID() } : null,
    })
    await send(request, reply, status, html, model)
  }

  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    opened: OpenedLink,
    more: Pick<TaskLinkPageModel, 'said' | 'fault' | 'values'>,
  ): Promise<void> => {
    const { state, task, branding, operator, photoMissing } = opened
    if (state !== 'OPEN' || !task)
      return sendOver(
        request,
        reply,
        state === 'DONE' ? 200 : 410,
        state === 'OPEN' ? 'EXPIRED' : state,
        opened,
      )
    const { token } = request.params as Params
    const model = page(request, `/o/${token}`, { branding })
    const html = (await render()).renderTaskLinkPage({
      ...model,
      ...more,
      token,
      operator,
      task,
      photoMissing,
      formId: randomUUID(),
    })
    await send(request, reply, more.fault ? 400 : 200, html, model)
  }

  const open = (request: FastifyRequest, ctx: PublicContext): Promise<OpenedLink> => {
    const { tenantId, id } = linkOf(platform, (request.params as Params).token)
    return ctx.inTenant(tenantId, 'read', (tenant) => openLink(tenant, id, languageOf(request)))
  }

  const refuse = async (request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<void> => {
    const code = error instanceof ServiceError ? error.code : undefined
    if (code === 'NOT_FOUND') return sendOver(request, reply, 404, 'UNKNOWN')
    if (code === 'FORBIDDEN') return sendOver(request, reply, 403, 'REFUSED')
    if (code === 'VALIDATION_ERROR') return sendOver(request, reply, 400, 'REFUSED')
    if (code === 'CONFLICT' || code === 'UNAUTHORIZED') return sendOver(request, reply, 409, 'REFUSED')
    return fault(request, reply, error, `/o/${(request.params as Params).token}`, null)
  }

  const showTask = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { done } = request.query as { done?: unknown }
    const said = typeof done === 'string' && isAct(done) ? done : undefined
    try {
      const opened = await gate.runPage(reading, request, reply, (ctx) => open(request, ctx))
      await show(request, reply, opened, said ? { said } : {})
    } catch (error) {
      await refuse(request, reply, error)
    }
  }

  const back = async (request: FastifyRequest, reply: FastifyReply, act: TaskLinkAct): Promise<void> => {
    const { token } = request.params as Params
    await reply.redirect(`/o/${encodeURIComponent(token)}?lang=${languageOf(request)}&done=${act}`, 303)
  }

  /** The form is shown again with what was typed. */
  const again = async (
    request: FastifyRequest,
    reply: FastifyReply,
    found: Fault,
    form: Form | undefined,
  ): Promise<void> => {
    const [text, reason] = form ? [textIn(form), formField(form, 'reason')] : []
    const opened = await gate.runPage(reading, request, reply, (ctx) => open(request, ctx))
    await show(request, reply, opened, {
      fault: found,
      values: { ...(text ? { text } : {}), ...(reason ? { reason } : {}) },
    })
  }

  const takeForm = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const form = parseForm(request.body)
    const act = formField(form, 'act')
    if (!isAct(act) || act === 'photo') throw invalid('body.act', 'is not known')
    const formId = formField(form, 'formId') ?? randomUUID()
    if (act === 'undo') {
      const { token } = request.params as Params
      await gate.runPage(writing, request, reply, (ctx) => undoByLink(ctx, token, formId))
      return back(request, reply, act)
    }
    const action = actIn(act, form)
    if (isFault(action)) return again(request, reply, action, form)
    if (act === 'finish' && formField(form, 'sure') === undefined) {
      const { task } = await gate.runPage(reading, request, reply, (ctx) => open(request, ctx))
      if (task?.checklist.some(({ done }) => !done))
        return again(request, reply, { act, reason: 'STEPS' }, form)
    }
    try {
      const { token } = request.params as Params
      await gate.runPage(writing, request, reply, (ctx) => actByLink(ctx, token, formId, action))
    } catch (error) {
      const found = faultOf(act, error)
      if (!found) throw error
      return again(request, reply, found, form)
    }
    await back(request, reply, act)
  }

  /** The body is read only after the link was checked. */
  const takePhoto = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { token } = request.params as Params
    let form: Form | undefined
    try {
      const isOpen = await gate.runPage(writing, request, reply, async (ctx) => {
        if ((await open(request, ctx)).state !== 'OPEN') return false
        await withPhotoForm(platform, request, async ({ fields, file }) => {
          const sent = formOf(fields)
          form = sent
          if (!file) throw invalid('body.photo', 'is missing')
          const kind = photoKinds.find((one) => one === formField(sent, 'kind')) ?? 'OTHER'
          await photoByLink(ctx, token, formField(sent, 'formId') ?? randomUUID(), { kind, ...file })
        })
        return true
      })
      // The rest of the body is not awaited.
      if (!isOpen) void reply.header('connection', 'close')
    } catch (error) {
      void reply.header('connection', 'close')
      const found = faultOf('photo', error)
      if (!found) throw error
      return again(request, reply, found, form)
    }
    await back(request, reply, 'photo')
  }

  await app.register(async (pages) => {
    const bodyLimit = 64 * 1024
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit },
      (_request, body, done) => done(null, body),
    )
    // The body stays unread until the link is checked.
    pages.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    pages.route({
      method: ['GET', 'HEAD'],
      url: '/o/:token',
      handler: async (request, reply) => {
        await showTask(request, reply)
        return reply
      },
    })
    pages.route({
      method: 'POST',
      url: '/o/:token',
      handler: async (request, reply) => {
        const isPhoto = (request.headers['content-type'] ?? '').startsWith('multipart/form-data')
        try {
          // Forms of other sites are refused, even with a known link.
          if (isCrossSite(request, platform.config)) throw forbidden()
          await (isPhoto ? takePhoto(request, reply) : takeForm(request, reply))
        } catch (error) {
          if (isPhoto) void reply.header('connection', 'close')
          await refuse(request, reply, error)
        }
        return reply
      },
    })
  })
}
