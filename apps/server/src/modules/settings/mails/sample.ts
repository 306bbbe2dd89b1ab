import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { mailNames } from '#contracts/settings.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { layout, oneLine, type RenderedMail } from '#server/platform/mail/layout.ts'
import { readReader } from '#server/platform/mail/members.ts'
import { sharedTexts } from '#server/platform/mail/shared-texts.ts'

/**
 * A preview of another email with sample data, sent to the caller. Its links lead nowhere, and it has no unsubscribe
 * link.
 */
export const sampleMail = defineMail({
  name: 'sample',
  data: Type.Object({
    userId: Id,
    mail: Type.Enum([...mailNames]),
    language: VisitorLanguage,
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
      subject: sharedTexts(language).sampleTitle,
      heading: sharedTexts(language).sampleTitle,
      blocks: [],
      footer: sharedTexts(language).sampleFooter,
    }),
  }),
  words: ({ mail: { subject, text, html } }: { readonly mail: RenderedMail }, language) => ({
    subject: oneLine(sharedTexts(language).sample({ subject }), 160),
    text,
    html,
  }),
})
