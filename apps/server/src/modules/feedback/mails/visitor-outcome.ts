import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { type TrackedTask, tasksOfFeedback } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { type Block, layout, mailLanguage } from '#server/platform/mail/layout.ts'
import { samplePlace, sampleToken } from '#server/platform/mail/samples.ts'
import { whereFacts } from '#server/platform/mail/shared-texts.ts'
import { eraseOutcomeAddress, outcomeAddresses, scheduleAnswerExpiry } from '../tracking/outcome-address.ts'
import { repliesOf } from '../triage/replies.ts'
import { outlineOf } from '../words/outline.ts'
import { texts } from './texts.ts'

/** The outcome of a visitor's report. Has no field for names of staff, so it contains none. */
interface VisitorOutcome {
  /** the amenity with its location */
  readonly room: string
  readonly building: string
  /** BASE_URL/t/TOKEN: the tracking page, in the reader's language */
  readonly link: string
  /** BASE_URL/m/TOKEN: unsubscribes from this report */
  readonly stopLink: string
  /** null if the email says that everything is fixed */
  readonly reply: string | null
}

/** A public note of one of its tasks, or a reply to this visitor. */
const replyOf = async (
  ctx: TenantContext,
  feedbackId: string,
  noteId: string,
  tasks: readonly TrackedTask[],
): Promise<{ readonly text: string } | undefined> =>
  tasks.flatMap((task) => task.replies).find((reply) => reply.noteId === noteId) ??
  (await repliesOf(ctx, feedbackId)).find(({ id }) => id === noteId)

export const visitorOutcome = defineMail({
  name: 'visitor-outcome',
  data: Type.Union([
    Type.Object({ feedbackId: Id, outcome: Type.Literal('FIXED') }),
    Type.Object({ feedbackId: Id, outcome: Type.Literal('REPLY'), noteId: Id }),
  ]),
  forVisitors: true,
  prepare: async (ctx, data) => {
    const { feedbackId, outcome } = data
    const [reader] = await outcomeAddresses(ctx, [feedbackId])
    const place = reader && (await outlineOf(ctx, feedbackId))
    if (!reader || !place) return undefined
    const tasks = (await tasksOfFeedback(ctx, [feedbackId])).get(feedbackId) ?? []
    const reply = outcome === 'REPLY' ? await replyOf(ctx, feedbackId, data.noteId, tasks) : undefined
    // The note was withdrawn, or the task reopened, before the email was sent.
    if (outcome === 'REPLY' ? !reply : tasks.some(({ status }) => status !== 'DONE')) return undefined
    const { keys, config } = ctx.platform
    const facts: VisitorOutcome = {
      room: place.room,
      building: place.building,
      link: `${config.baseUrl}/t/${keys.seal('tracking', ctx.tenantId, feedbackId)}?lang=${mailLanguage(reader.language)}`,
      stopLink: `${config.baseUrl}/m/${keys.seal('subscription', ctx.tenantId, feedbackId)}`,
      reply: reply?.text ?? null,
    }
    const leaving = { to: reader.email, language: reader.language, facts }
    return outcome === 'REPLY'
      ? leaving
      : {
          ...leaving,
          afterwards: async (later, came) =>
            void (await (came === 'SENT' ? scheduleAnswerExpiry : eraseOutcomeAddress)(later, feedbackId)),
        }
  },
  sample: (base, language) => ({
    ...samplePlace(language),
    reply: texts(language).outcome.sampleReply,
    link: `${base}/t/${sampleToken}?lang=${language}`,
    stopLink: `${base}/m/${sampleToken}`,
  }),
  words: (data, language) => {
    const words = texts(language).outcome
    const said = data.reply === null ? words.FIXED : words.REPLY
    const reply: Block[] = data.reply === null ? [] : [{ kind: 'quote', text: data.reply }]
    return layout({
      language,
      subject: said.subject({ room: data.room }),
      heading: said.heading,
      blocks: [
        { kind: 'text', text: said.lead },
        ...reply,
        { kind: 'facts', rows: whereFacts(data, language) },
        { kind: 'button', label: said.button, url: data.link },
      ],
      footer: words.footer,
      stop: { label: words.stop, url: data.stopLink },
    })
  },
})
