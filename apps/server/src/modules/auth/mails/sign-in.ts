import { defineMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { duration } from '#server/platform/mail/shared-texts.ts'
import { type AccountLink, LinkAsked, otherLinks, readAccountLink, sampleLink } from './account-link.ts'

/** The emailed sign-in link. Opening it does not use it up, only the button on its page does. */
export const signIn = defineMail({
  name: 'sign-in',
  data: LinkAsked,
  prepare: (ctx, asked) => readAccountLink(ctx, asked, 'sign-in', 'sign-in'),
  sample: (base) => sampleLink(base, 'sign-in'),
  words: (data: AccountLink, language) => {
    const { link, code, expiresInMinutes } = data
    const words = {
      en: {
        heading: 'Sign in to Wellkept',
        lead: `Open the link and press the button on the page. It works once, for ${duration(expiresInMinutes, 'en')}.`,
        button: 'Sign in',
        code: 'Or enter this code where you asked to sign in',
        leads: (organisation: string) => `The link and the code sign you in to ${organisation}.`,
        others: 'Sign in to another of your organisations',
        footer:
          'Someone asked to sign in with this email address. If that was not you, you do not need to do anything: nobody can sign in without this email. Do not share the link or the code.',
      },
      de: {
        heading: 'Bei Wellkept anmelden',
        lead: `Öffnen Sie den Link und klicken Sie auf der Seite auf „Anmelden“. Er gilt einmal und ${duration(expiresInMinutes, 'de')} lang.`,
        button: 'Anmelden',
        code: 'Oder geben Sie diesen Code dort ein, wo Sie sich anmelden wollten',
        leads: (organisation: string) => `Link und Code melden Sie bei ${organisation} an.`,
        others: 'Bei einer anderen Ihrer Organisationen anmelden',
        footer:
          'Jemand wollte sich mit dieser E-Mail-Adresse anmelden. Waren Sie das nicht, müssen Sie nichts tun: Ohne diese E-Mail kann sich niemand anmelden. Geben Sie Link und Code nicht weiter.',
      },
    }[language]
    return layout({
      language,
      subject: words.heading,
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.lead },
        { kind: 'button', label: words.button, url: link },
        { kind: 'code', label: words.code, code },
        ...otherLinks(data, words),
      ],
      footer: words.footer,
    })
  },
})
