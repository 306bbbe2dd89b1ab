/** A message in the thread of one of our messages becomes a note of its task. */
import type { SlackEvent } from '#contracts/slack/callbacks.ts'
import { addTaskNote, setNoteSource } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { receiveOnce } from '#server/platform/provider/inbox.ts'
import { findMember, type Member } from '../as-member.ts'
import { callSlack } from '../call-slack.ts'
import { wordsIn } from '../words.ts'
import { plainText } from './plain-text.ts'

const longest = 2000
const dayMs = 86_400_000

const taskOfThread = async (ctx: TenantContext, channel: string, ts: string): Promise<string | undefined> => {
  const [row] = await ctx.run<{ task_id: string }>(
    `select task_id from slack_message where tenant_id = $1 and channel_id = $2 and ts = $3 and kind = 'TASK'`,
    [ctx.tenantId, channel, ts],
  )
  return row?.task_id
}

/** Once a day: the answer is not in the task. */
const tellStranger = async (
  ctx: TenantContext,
  user: string,
  channel: string,
  said: string,
): Promise<void> => {
  const day = Math.floor(ctx.now.getTime() / dayMs)
  const eventId = `unlinked:${ctx.tenantId}:${user}:${day}`
  const told = { provider: 'slack', eventId, tenantId: ctx.tenantId, type: 'unlinked' } as const
  if (!(await receiveOnce({ directory: ctx.db, now: ctx.now }, told))) return
  ctx.afterCommit(() =>
    callSlack(ctx.platform, ctx.tenantId, (client) =>
      client.chat.postEphemeral({ channel, user, text: said }),
    ),
  )
}

const fitting = (text: string, whole: string): string =>
  [...text].length <= longest ? text : `${[...text].slice(0, longest - whole.length - 1).join('')}\n${whole}`

const addNote = async ({ staff, words, run }: Member, taskId: string, text: string): Promise<void> => {
  const body = { text: fitting(text, words.wholeNote), public: false }
  const note = await run(addTaskNote, { params: { id: taskId }, body })
  await setNoteSource(staff, note.id, 'SLACK')
}

export const takeReply = async (
  ctx: TenantContext,
  { user, channel, thread_ts: threadTs, ts, text, bot_id: botId, subtype }: SlackEvent,
): Promise<void> => {
  if (!user || !channel || !threadTs || threadTs === ts || botId || subtype) return
  const taskId = await taskOfThread(ctx, channel, threadTs)
  const said = plainText(text ?? '').trim()
  if (taskId === undefined || said === '') return
  const member = await findMember(ctx, user)
  if ('refused' in member) {
    if (member.unlinked) await tellStranger(ctx, user, channel, wordsIn(member.language).unlinkedNote)
    return
  }
  try {
    await ctx.attempt(() => addNote(member, taskId, said))
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const refused = member.words[error.code === 'NOT_FOUND' ? 'NOT_FOUND' : 'FORBIDDEN']
    ctx.afterCommit(() =>
      callSlack(ctx.platform, ctx.tenantId, (client) =>
        client.chat.postEphemeral({ channel, user, thread_ts: threadTs, text: refused }),
      ),
    )
  }
}
