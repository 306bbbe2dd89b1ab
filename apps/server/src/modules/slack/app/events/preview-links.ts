/** Previews of links to tasks of the own tenant. */
import type { SlackEvent } from '#contracts/slack/callbacks.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { isUuid } from '#server/platform/ids.ts'
import { context, section } from '../blocks.ts'
import { callSlack } from '../call-slack.ts'
import { readTenantLanguage } from '../messages/render.ts'
import { detailOf, lineOf, readShownTasks } from '../messages/task-card.ts'
import { wordsIn } from '../words.ts'

const taskIn = (baseUrl: string, url: string): string | undefined => {
  const prefix = `${baseUrl}/app/tasks/`
  const id = url.startsWith(prefix) ? url.slice(prefix.length).split(/[?#/]/)[0] : undefined
  return id !== undefined && isUuid(id) ? id : undefined
}

export const previewLinks = async (ctx: TenantContext, event: SlackEvent): Promise<void> => {
  const { links = [], channel, message_ts: ts } = event
  const asked = links.flatMap(({ url }) => {
    const id = taskIn(ctx.platform.config.baseUrl, url)
    return id === undefined ? [] : [{ url, id }]
  })
  if (asked.length === 0 || !channel || !ts) return
  const tasks = await readShownTasks(ctx, [...new Set(asked.map(({ id }) => id))])
  const language = await readTenantLanguage(ctx)
  const unfurls = Object.fromEntries(
    asked.flatMap(({ url, id }) => {
      const task = tasks.get(id)
      if (!task) return []
      return [
        [url, { blocks: [section(lineOf(ctx, task, language)), context(detailOf(task, wordsIn(language)))] }],
      ]
    }),
  )
  if (Object.keys(unfurls).length === 0) return
  ctx.afterCommit(() =>
    callSlack(ctx.platform, ctx.tenantId, (client) => client.chat.unfurl({ channel, ts, unfurls })),
  )
}
