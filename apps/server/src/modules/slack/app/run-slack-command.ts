import { runSlackCommand } from '#contracts/slack/callbacks.ts'
import { tenantOfTeam } from '#server/modules/slack/connection/public.ts'
import type { SignedContext } from '#server/platform/context.ts'
import { serve } from '#server/platform/http/serve.ts'
import { actAs, slackActor } from './as-member.ts'
import { type Block, section } from './blocks.ts'
import { type Command, parseCommand } from './commands/parse-command.ts'
import { onCall, statusOf } from './commands/place-commands.ts'
import { finish, list, take } from './commands/task-commands.ts'
import { readTenantLanguage } from './messages/render.ts'
import { blocksOf } from './tell-person.ts'
import { wordsIn } from './words.ts'

/** @param clientId of the command */
const run = async (
  ctx: SignedContext,
  tenantId: string,
  slackUserId: string,
  command: Exclude<Command, { kind: 'status' | 'help' }>,
  clientId: string,
): Promise<Block[]> => {
  const outcome = await actAs(ctx, tenantId, slackUserId, async (member) => {
    switch (command.kind) {
      case 'list':
        return list(member, command)
      case 'take':
        return [section(await take(member, command.number, clientId))]
      case 'done':
        return [section(await finish(member, command, clientId))]
      case 'onCall':
        return onCall(member, command)
      default:
        return command satisfies never
    }
  })
  return outcome.refused === undefined ? outcome.done : blocksOf(ctx.platform, outcome)
}

const answer = (blocks: Block[]) => {
  const texts = blocks.flatMap((block) => (block.type === 'section' ? (block.text?.text ?? '') : []))
  return { response_type: 'ephemeral' as const, text: texts.join('\n'), blocks }
}

export default serve(runSlackCommand)(async (ctx, { body }) => {
  const tenantId = await tenantOfTeam(ctx, body.team_id)
  if (tenantId === undefined) return answer([section(wordsIn('en').notConnected)])
  const command = parseCommand(body.text ?? '')
  if (command.kind === 'status' || command.kind === 'help')
    return ctx.inTenant(tenantId, 'read', slackActor, async (tenant) => {
      const words = wordsIn(await readTenantLanguage(tenant))
      return answer([
        section(command.kind === 'help' ? words.help : await statusOf(tenant, command.words, words)),
      ])
    })
  return answer(await run(ctx, tenantId, body.user_id, command, body.trigger_id))
})
