import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { byChannels, readReader } from '#server/platform/mail/members.ts'
import { pushWords } from '#server/platform/push/words.ts'
import { texts } from './texts.ts'

interface TestNotification {
  /** no device confirmed the notification; false without a device */
  readonly unconfirmed: boolean
  /** BASE_URL/app/work/me/notifications */
  readonly link: string
}

const path = '/app/work/me/notifications'

/**
 * A test notification to oneself. It is delivered like all others, but in spite of quiet hours and switched-off
 * kinds.
 */
export const testNotification = defineMail({
  name: 'test-notification',
  data: Type.Object({ userId: Id }),
  prepare: async (ctx, data, instead) => {
    const reader = await readReader(ctx, data.userId)
    if (!reader) return undefined
    const { language, words } = pushWords(reader.language)
    const facts: TestNotification = { unconfirmed: instead, link: ctx.platform.config.baseUrl + path }
    return {
      to: reader.email,
      language: reader.language,
      ...byChannels({ push: reader.hasDevice, mail: true }, instead, facts, {
        userId: reader.id,
        note: { title: words.test, body: words.testWorks, path, tag: 'test', language, urgent: false },
        orMail: { mail: 'test-notification', data },
      }),
    }
  },
  sample: (base): TestNotification => ({ unconfirmed: true, link: base + path }),
  words: ({ unconfirmed, link }, language) => {
    const words = texts(language).test
    return layout({
      language,
      subject: words.subject,
      heading: words.heading,
      blocks: [
        { kind: 'text', text: unconfirmed ? words.unconfirmed : words.noDevice },
        { kind: 'button', label: words.button, url: link },
      ],
      footer: words.footer,
    })
  },
})
