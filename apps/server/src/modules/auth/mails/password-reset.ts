import { defineMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { duration } from '#server/platform/mail/shared-texts.ts'
import { type AccountLink, LinkAsked, otherLinks, readAccountLink, sampleLink } from './account-link.ts'

export const passwordReset = defineMail({
  name: 'password-reset',
  data: LinkAsked,
  prepare: (ctx, asked) => readAccountLink(ctx, asked, 'reset', 'reset'),
  sample: (base) => sampleLink(base, 'reset'),
  words: (data: AccountLink, language) => {
    const { link, expiresInMinutes } = data
    const words = {
      en: {
        heading: 'Choose a new password',
        lead: `Open the link and choose a new password. It works once, for ${duration(expiresInMinutes, 'en')}. You are then signed out everywhere else.`,
        button: 'Choose a password',
        leads: (organisation: string) => `This changes the password of your account at ${organisation}.`,
        others: 'Change the password at another of your organisations',
        footer:
          'Someone asked for a new password for this email address. If that was not you, you do not need to do anything: your password stays as it is.',
      },
      de: {
        heading: 'Neues Passwort wählen',
        lead: `Öffnen Sie den Link und wählen Sie ein neues Passwort. Er gilt einmal und ${duration(expiresInMinutes, 'de')} lang. Überall sonst werden Sie dann abgemeldet.`,
        button: 'Passwort wählen',
        leads: (organisation: string) => `Damit ändern Sie das Passwort Ihres Kontos bei ${organisation}.`,
        others: 'Passwort bei einer anderen Ihrer Organisationen ändern',
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
        ...otherLinks(data, words),
      ],
      footer: words.footer,
    })
  },
})
