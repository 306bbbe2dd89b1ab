import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { breakWorkspace, readWorkspace } from '#server/modules/slack/connection/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { askEach, defineDeskMail } from '#server/platform/mail/define.ts'
import { readersWith, readReader } from '#server/platform/mail/members.ts'
import { stopMessages } from '../messages/queue.ts'
import { withOneButton } from './one-button.ts'

interface SlackBroken {
  readonly workspace: string
  /** as Slack says it, e.g. token_revoked */
  readonly code: string
  /** BASE_URL/app/slack */
  readonly link: string
}

/** Tells administrators that nothing is sent to Slack any more. */
export const slackBroken = defineDeskMail({
  name: 'slack-broken',
  data: Type.Object({ userId: Id }),
  prepare: async (ctx, { userId }) => {
    const reader = await readReader(ctx, userId)
    const workspace = await readWorkspace(ctx)
    if (!reader || workspace?.state !== 'BROKEN') return undefined
    const facts: SlackBroken = {
      workspace: workspace.team_name ?? '',
      code: workspace.fault ?? '',
      link: `${ctx.platform.config.baseUrl}/app/slack`,
    }
    return { to: reader.email, language: reader.language, facts }
  },
  sample: (base) => ({ workspace: 'Quay House', code: 'token_revoked', link: `${base}/app/slack` }),
  words: ({ workspace, code, link }, language) => {
    const words = {
      en: {
        heading: 'Nothing is sent to Slack any more',
        lead: `Slack refuses the access to the workspace ${workspace} (${code}). Tasks are not shown there until an administrator installs the app again; channels and rules stay as they are.`,
        button: 'Connect again',
        footer: 'You get this email because you are an administrator of this organisation.',
      },
      de: {
        heading: 'An Slack wird nichts mehr gesendet',
        lead: `Slack verweigert den Zugang zum Workspace ${workspace} (${code}). Aufgaben werden dort nicht mehr angezeigt, bis die App neu installiert wird; Kanäle und Regeln bleiben, wie sie sind.`,
        button: 'Neu verbinden',
        footer: 'Sie erhalten diese E-Mail, weil Sie diese Organisation verwalten.',
      },
    }[language]
    return withOneButton(words, link, language)
  },
})

/** Ends sending until the next installation, and tells the administrators once. */
export const reportBroken = async (ctx: TenantContext, code: string): Promise<void> => {
  if (!(await breakWorkspace(ctx, code))) return
  await stopMessages(ctx)
  const admins = await readersWith(ctx, ['ADMIN'])
  await askEach(
    ctx,
    slackBroken,
    admins.map(({ id: userId }) => ({ userId })),
  )
}
