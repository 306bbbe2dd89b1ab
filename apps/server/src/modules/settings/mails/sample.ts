import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { mailLanguages, mailNames } from '#contracts/settings.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { layout, oneLine, type RenderedMail } from '#server/platform/mail/layout.ts'
import { readReader } from '#server/platform/mail/members.ts'

const mark = { en: 'Sample', de: 'Muster' } as const

/**
 * A preview of another email with sample data, sent to the caller. Its links lead nowhere, and it has no unsubscribe
 * link.
 */
export const sampleMail = defineMail({
  name: 'sample',
  data: Type.Object({
    userId: Id,
    mail: Type.Enum([...mailNames]),
    language: Type.Enum([...mailLanguages]),
  }),
  prepare: async (ctx, { userId, mail, language }) => {
    const reader = await readReader(ctx, userId)
    const found = ctx.platform.mails.get(mail)
    return reader && found
      ? { to: reader.email, language, facts: { mail: found.preview(ctx.platform.config.baseUrl, language) } }
      : undefined
  },
  sample: (_base, language) => ({
    mail: layout({
      language,
      subject: { en: 'An email from Wellkept', de: 'Eine E-Mail von Wellkept' }[language],
      heading: { en: 'An email from Wellkept', de: 'Eine E-Mail von Wellkept' }[language],
      blocks: [],
      footer: { en: 'This is how emails look.', de: 'So sehen E-Mails aus.' }[language],
    }),
  }),
  words: ({ mail: { subject, text, html } }: { readonly mail: RenderedMail }, language) => ({
    subject: oneLine(`${mark[language]}: ${subject}`, 160),
    text,
    html,
  }),
})
