import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { readWorkspace } from '#server/modules/slack/connection/public.ts'
import { defineDeskMail } from '#server/platform/mail/define.ts'
import { readReader } from '#server/platform/mail/members.ts'
import { withOneButton } from './one-button.ts'

interface SlackLinked {
  readonly workspace: string
  /** BASE_URL/app/profile */
  readonly link: string
}

/** Tells a member that an account at Slack can act for them. */
export const slackLinked = defineDeskMail({
  name: 'slack-linked',
  data: Type.Object({ userId: Id }),
  prepare: async (ctx, { userId }) => {
    const reader = await readReader(ctx, userId)
    const workspace = (await readWorkspace(ctx))?.team_name
    if (!reader || !workspace) return undefined
    const facts: SlackLinked = { workspace, link: `${ctx.platform.config.baseUrl}/app/profile` }
    return { to: reader.email, language: reader.language, facts }
  },
  sample: (base) => ({ workspace: 'Quay House', link: `${base}/app/profile` }),
  words: ({ workspace, link }, language) => {
    const words = {
      en: {
        heading: 'Your Slack account is linked',
        lead: `What you do with Wellkept in the Slack workspace ${workspace} now counts as done by you.`,
        button: 'Open the profile',
        footer: 'If this was not you, end the link in your profile and change your password.',
      },
      de: {
        heading: 'Ihr Slack-Konto ist verbunden',
        lead: `Was Sie im Slack-Workspace ${workspace} mit Wellkept tun, gilt ab jetzt als von Ihnen getan.`,
        button: 'Profil öffnen',
        footer: 'Wenn Sie das nicht waren, lösen Sie die Verbindung im Profil und ändern Sie Ihr Passwort.',
      },
    }[language]
    return withOneButton(words, link, language)
  },
})
