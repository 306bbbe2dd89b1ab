import { defineMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { duration } from '#server/platform/mail/shared-texts.ts'
import { type AccountLink, LinkAsked, readAccountLink, sampleLink } from './account-link.ts'

export const passwordReset = defineMail({
  name: 'password-reset',
  data: LinkAsked,
  prepare: (ctx, { linkId }) => readAccountLink(ctx, linkId, 'reset', 'reset'),
  sample: (base) => sampleLink(base, 'reset'),
  words: ({ link, expiresInMinutes }: AccountLink, language) => {
    const words = {
      en: {
        heading: 'Choose a new password',
        lead: `Open the link and choose a new password. It works once, for ${duration(expiresInMinutes, 'en')}. You are then signed out everywhere else.`,
        button: 'Choose a password',
        footer:
          'Somebody asked for a new password for this e-mail address. If that was not you, you need not do anything: your password stays as it is.',
      },
      de: {
        heading: 'Neues Passwort wählen',
        lead: `Öffnen Sie den Link und wählen Sie ein neues Passwort. Er gilt einmal und ${duration(expiresInMinutes, 'de')} lang. Überall sonst werden Sie dann abgemeldet.`,
        button: 'Passwort wählen',
        footer:
          'Jemand hat für diese E-Mail-Adresse ein neues Passwort angefordert. Waren Sie das nicht, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
      },
    }[language]
    return layout({
      language,
      subject: words.heading,
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.lead },
        { kind: 'button', label: words.button, url: link },
      ],
      footer: words.footer,
    })
  },
})
