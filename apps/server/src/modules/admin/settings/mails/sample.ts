import { Type } from 'typebox'
import { mailLanguages, mailNames } from '#contracts/admin/settings.ts'
import { Id } from '#contracts/kit/text.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { layout, oneLine, type RenderedMail } from '#server/platform/mail/layout.ts'
import { readReader } from '#server/platform/mail/members.ts'

const mark = { en: 'Sample', de: 'Muster' } as const

/** Any other mail with plausible facts, to whoever asks for it. Its links lead nowhere, so nothing offers to stop it. */
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
