import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { channelsFor, readReader } from '#server/platform/mail/members.ts'

interface LateByRules {
  /** number of tasks that were in time by the former targets */
  readonly late: number
  /** BASE_URL/app/work/tasks */
  readonly link: string
}

/** One summary of the tasks that are late only because SLA policies or hours have changed. */
export const lateByRules = defineMail({
  name: 'late-by-rules',
  data: Type.Object({ userId: Id, late: Type.Integer({ minimum: 1 }) }),
  prepare: async (ctx, { userId, late }) => {
    const reader = await readReader(ctx, userId)
    // Not urgent, so by email only, never by push.
    if (!reader || !channelsFor(reader, 'urgentTask')?.mail) return undefined
    const facts: LateByRules = { late, link: `${ctx.platform.config.baseUrl}/app/work/tasks` }
    return { to: reader.email, language: reader.language, facts }
  },
  sample: (base) => ({ late: 7, link: `${base}/app/work/tasks` }),
  words: ({ late, link }, language) => {
    const words = {
      en: {
        subject:
          late === 1 ? 'One task is late by the new targets' : `${late} tasks are late by the new targets`,
        heading: 'The targets for your work have changed',
        text:
          late === 1
            ? 'One open task was in time before the change and is late by the new targets. You get this one mail about it.'
            : `${late} open tasks were in time before the change and are late by the new targets. You get this one mail about all of them.`,
        button: 'Open the tasks',
        footer:
          'You get this mail because you manage this team. In your profile you choose what you are mailed about.',
      },
      de: {
        subject:
          late === 1
            ? 'Eine Aufgabe ist nach den neuen Zielen verspätet'
            : `${late} Aufgaben sind nach den neuen Zielen verspätet`,
        heading: 'Die Ziele für Ihre Arbeit haben sich geändert',
        text:
          late === 1
            ? 'Eine offene Aufgabe war vor der Änderung im Plan und ist nach den neuen Zielen verspätet. Sie erhalten dazu nur diese eine Mail.'
            : `${late} offene Aufgaben waren vor der Änderung im Plan und sind nach den neuen Zielen verspätet. Sie erhalten zu allen nur diese eine Mail.`,
        button: 'Aufgaben öffnen',
        footer:
          'Sie erhalten diese Mail, weil Sie dieses Team leiten. In Ihrem Profil wählen Sie, worüber Sie Mails erhalten.',
      },
    }[language]
    return layout({
      language,
      subject: words.subject,
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.text },
        { kind: 'button', label: words.button, url: link },
      ],
      footer: words.footer,
    })
  },
})
