import { defineMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { duration } from '#server/platform/mail/shared-texts.ts'
import { type AccountLink, LinkAsked, otherLinks, readAccountLink, sampleLink } from './account-link.ts'
import { texts } from './texts.ts'

/** The emailed sign-in link. Opening it does not use it up, only the button on its page does. */
export const signIn = defineMail({
  name: 'sign-in',
  data: LinkAsked,
  prepare: (ctx, asked) => readAccountLink(ctx, asked, 'sign-in', 'sign-in'),
  sample: (base) => sampleLink(base, 'sign-in'),
  words: (data: AccountLink, language) => {
    const { link, code, expiresInMinutes } = data
    const words = texts(language).signIn
    return layout({
      language,
      subject: words.heading,
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.lead({ time: duration(expiresInMinutes, language) }) },
        { kind: 'button', label: words.button, url: link },
        { kind: 'code', label: words.code, code },
        ...otherLinks(data, words),
      ],
      footer: words.footer,
    })
  },
})
