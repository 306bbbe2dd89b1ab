import { type FeedbackDetail, getFeedbackDetail } from '#contracts/dashboard.ts'
import type { Author } from '#contracts/records.ts'
import { type OwnReply, repliesOf, trackingState } from '#server/modules/feedback/public.ts'
import { callerLanguage, readSettings } from '#server/modules/settings/public.ts'
import { imagesOf } from '#server/modules/uploads/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import {
  type FeedbackRow,
  feedbackColumns,
  feedbackJoins,
  presentFeedback,
  tasksOfSubmissions,
  unreadableStates,
} from './present-feedback.ts'
import { publicNotes } from './public-notes.ts'

interface MessageRow {
  id: string
  at: Date
  message: string | null
}

interface NoteRow {
  id: string
  created_at: Date
  text: string
  author_kind: Author['kind']
  author_id: string
  author_name: string
}

const messagesOf = async (ctx: StaffContext, id: string): Promise<FeedbackDetail['messages']> => {
  const rows = await ctx.run<MessageRow>(
    'select id, at, message from feedback_follow_up where tenant_id = $1 and feedback_id = $2 order by at, id',
    [ctx.tenantId, id],
  )
  const images = await imagesOf(ctx, { noteIds: rows.map((row) => row.id) })
  return rows
    .map((row) => ({ at: row.at.toISOString(), text: row.message ?? '', images: images.get(row.id) ?? [] }))
    .filter((message) => message.text !== '' || message.images.length > 0)
}

/** Public notes, which all visitors of a task can read. */
const notesOf = async (ctx: StaffContext, taskIds: readonly string[]): Promise<OwnReply[]> => {
  const rows = await ctx.run<NoteRow>(
    `select n.* from ${publicNotes('id, created_at, text, author_kind, author_id, author_name')}
     order by n.created_at, n.id`,
    [ctx.tenantId, taskIds],
  )
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    text: row.text,
    author: { id: row.author_id === '' ? null : row.author_id, name: row.author_name, kind: row.author_kind },
    language: null,
  }))
}

const readForReply = async (ctx: StaffContext): Promise<NonNullable<FeedbackDetail['forReply']>> => {
  const { replyTemplates, branding } = await readSettings(ctx)
  return { templates: replyTemplates, organization: branding.publicName }
}

export default serve(getFeedbackDetail)(async (ctx, { params, query }) => {
  const [row] = await ctx.run<FeedbackRow>(
    `select ${feedbackColumns} from feedback f ${feedbackJoins} where f.tenant_id = $1 and f.id = $2`,
    [ctx.tenantId, params.id],
  )
  if (!row) throw notFound()
  const [[item], tasksBy, messages, own, unreadable] = await Promise.all([
    presentFeedback(ctx, [row]),
    callerLanguage(ctx).then((language) =>
      tasksOfSubmissions(ctx, [row.id], ctx.actor.kind === 'USER' ? language : null),
    ),
    messagesOf(ctx, row.id),
    repliesOf(ctx, row.id),
    unreadableStates(ctx),
  ])
  if (!item) throw notFound()
  const tasks = tasksBy.get(row.id) ?? []
  const notes = await notesOf(
    ctx,
    tasks.map(({ id }) => id),
  )
  return {
    ...item,
    tasks,
    tracking: trackingState(tasks.map(({ status }) => status)),
    fixed: row.fixed,
    messages: unreadable.includes(row.state) ? [] : messages,
    replies: [...notes, ...own]
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map((reply) => ({ ...reply, at: reply.at.toISOString() })),
    quarantineReason: row.counted ? null : row.state_reason,
    version: row.version,
    ...(query.forReply ? { forReply: await readForReply(ctx) } : {}),
  }
})
