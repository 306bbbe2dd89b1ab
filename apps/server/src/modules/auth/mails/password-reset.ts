import { defineMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { duration } from '#server/platform/mail/shared-texts.ts'
import { type AccountLink, LinkAsked, otherLinks, readAccountLink, sampleLink } from './account-link.ts'
import { texts } from './texts.ts'

export const passwordReset = defineMail({
  name: 'password-reset',
  data: LinkAsked,
  prepare: (ctx, asked) => readAccountLink(ctx, asked, 'reset', 'reset'),
  sample: (base) => sampleLink(base, 'reset'),
  words: (data: AccountLink, language) => {
    const { link, expiresInMinutes } = data
    const words = texts(language).passwordReset
    return layout({
      language,
      subject: words.heading,
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.lead({ time: duration(expiresInMinutes, language) }) },
        { kind: 'button', label: words.button, url: link },
        ...otherLinks(data, words),
      ],
      footer: words.footer,
    })
  },
})
