import { type Static, Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { inertName, layout } from '#server/platform/mail/layout.ts'
import { duration, wellkept } from '#server/platform/mail/shared-texts.ts'
import { type AccountLink, readAccountLink, sampleLink } from './account-link.ts'

const Invited = Type.Object({ linkId: Id, inviter: Type.String(), organisation: Type.String() })
export type Inviting = Pick<Static<typeof Invited>, 'inviter' | 'organisation'>

/** Goes to people who may not know this service, with names that strangers chose. */
export const invitation = defineMail({
  name: 'invitation',
  data: Invited,
  prepare: async (ctx, { linkId, inviter, organisation }) => {
    const found = await readAccountLink(ctx, { linkId }, 'invitation', 'welcome')
    return found && { ...found, facts: { ...found.facts, inviter, organisation } }
  },
  sample: (base) => ({
    ...sampleLink(base, 'welcome'),
    inviter: 'Anna Öztürk',
    organisation: "Müller & Söhne's",
    expiresInMinutes: 10_080,
  }),
  words: (data: AccountLink & Inviting, language) => {
    const inviter = inertName(data.inviter)
    const organisation = inertName(data.organisation)
    const words = {
      en: {
        subject: `${inviter} invites you to ${organisation} on Wellkept`,
        heading: `Join ${organisation}`,
        lead: `${inviter} has added you to the team of ${organisation}. ${wellkept.en}`,
        next: `Accept to choose how you sign in. The link works once, for ${duration(data.expiresInMinutes, 'en')}; after that ${inviter} can send a new one.`,
        button: 'Accept the invitation',
        footer: `You get this email because ${inviter} entered your address. If you were not expecting it, you do not need to do anything.`,
      },
      de: {
        subject: `${inviter} lädt Sie zu ${organisation} bei Wellkept ein`,
        heading: `Willkommen bei ${organisation}`,
        lead: `${inviter} hat Sie in das Team von ${organisation} aufgenommen. ${wellkept.de}`,
        next: `Nehmen Sie an und wählen Sie, wie Sie sich anmelden. Der Link gilt einmal und ${duration(data.expiresInMinutes, 'de')} lang; danach kann ${inviter} einen neuen senden.`,
        button: 'Einladung annehmen',
        footer: `Sie erhalten diese E-Mail, weil ${inviter} Ihre Adresse eingetragen hat. Wenn Sie nichts damit anfangen können, müssen Sie nichts tun.`,
      },
    }[language]
    return layout({
      language,
      subject: words.subject,
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.lead },
        { kind: 'text', text: words.next },
        { kind: 'button', label: words.button, url: data.link },
      ],
      footer: words.footer,
    })
  },
})
