import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { defineDeskMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { readReader, slaChannelsFor } from '#server/platform/mail/members.ts'

interface LateByRules {
  /** number of tasks that were in time by the former targets */
  readonly late: number
  /** BASE_URL/app/work/tasks */
  readonly link: string
}

/** One summary of the tasks that are late only because SLA policies or hours have changed. */
export const lateByRules = defineDeskMail({
  name: 'late-by-rules',
  data: Type.Object({ userId: Id, late: Type.Integer({ minimum: 1 }) }),
  prepare: async (ctx, { userId, late }) => {
    const reader = await readReader(ctx, userId)
    // Not urgent, so by email only, never by push.
    if (!reader || !slaChannelsFor(reader, false)?.mail) return undefined
    const facts: LateByRules = { late, link: `${ctx.platform.config.baseUrl}/app/work/tasks` }
    return { to: reader.email, language: reader.language, facts }
  },
  sample: (base) => ({ late: 7, link: `${base}/app/work/tasks` }),
  words: ({ late, link }, language) => {
    const words = {
      en: {
        subject:
          late === 1
            ? 'One task is overdue under the new targets'
            : `${late} tasks are overdue under the new targets`,
        heading: 'The targets for your work have changed',
        text:
          late === 1
            ? 'One open task was on time before the change and is overdue under the new targets. You get only this one email about it.'
            : `${late} open tasks were on time before the change and are overdue under the new targets. You get only this one email about all of them.`,
        button: 'Open the tasks',
        footer:
          'You get this email because you manage this team. You can choose in your profile what you get emails about.',
      },
      de: {
        subject:
          late === 1
            ? 'Eine Aufgabe ist nach den neuen Zielen überfällig'
            : `${late} Aufgaben sind nach den neuen Zielen überfällig`,
        heading: 'Die Ziele für Ihre Arbeit haben sich geändert',
        text:
          late === 1
            ? 'Eine offene Aufgabe war vor der Änderung im Plan und ist nach den neuen Zielen überfällig. Sie erhalten dazu nur diese eine E-Mail.'
            : `${late} offene Aufgaben waren vor der Änderung im Plan und sind nach den neuen Zielen überfällig. Sie erhalten zu allen nur diese eine E-Mail.`,
        button: 'Aufgaben öffnen',
        footer:
          'Sie erhalten diese E-Mail, weil Sie dieses Team leiten. In Ihrem Profil wählen Sie, worüber Sie E-Mails erhalten.',
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
