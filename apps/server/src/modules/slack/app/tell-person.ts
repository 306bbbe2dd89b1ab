/** Words to one person: in the channel where they acted, else in a dialog. */
import type { Platform } from '#server/platform/context.ts'
import type { Refused } from './as-member.ts'
import { type Block, linkButton, plain, section } from './blocks.ts'
import { callSlack, dialogMs } from './call-slack.ts'
import { wordsIn } from './words.ts'

export interface Where {
  readonly slackUserId: string
  readonly channelId: string | undefined
  readonly triggerId: string | undefined
}

export const blocksOf = ({ config }: Platform, { refused, language, unlinked }: Refused): Block[] => [
  section(refused),
  ...(unlinked ? [linkButton(wordsIn(language).linkButton, `${config.baseUrl}/app/profile#slack`)] : []),
]

export const tellPerson = (platform: Platform, tenantId: string, where: Where, said: Refused): void => {
  const blocks = blocksOf(platform, said)
  callSlack(
    platform,
    tenantId,
    async (client) => {
      const { channelId: channel, slackUserId: user, triggerId } = where
      if (channel) await client.chat.postEphemeral({ channel, user, text: said.refused, blocks })
      else if (triggerId)
        await client.views.open({
          trigger_id: triggerId,
          view: { type: 'modal', title: plain('Wellkept'), blocks },
        })
    },
    dialogMs,
  )
}
