/** An email of one sentence and one button. */
import { layout, type MailLanguage, type RenderedMail } from '#server/platform/mail/layout.ts'

interface Words {
  readonly heading: string
  readonly lead: string
  readonly button: string
  readonly footer: string
}

export const withOneButton = (
  { heading, lead, button, footer }: Words,
  url: string,
  language: MailLanguage,
): RenderedMail =>
  layout({
    language,
    subject: heading,
    heading,
    blocks: [
      { kind: 'text', text: lead },
      { kind: 'button', label: button, url },
    ],
    footer,
  })
