import { type Static, Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { inertName, layout } from '#server/platform/mail/layout.ts'
import { duration, sharedTexts } from '#server/platform/mail/shared-texts.ts'
import { type AccountLink, readAccountLink, sampleLink } from './account-link.ts'
import { texts } from './texts.ts'

const Invited = Type.Object({ linkId: Id, inviter: Type.String(), organisation: Type.String() })
export type Inviting = Pick<Static<typeof Invited>, 'inviter' | 'organisation'>

/** Goes to people who may not know this service, with names that strangers chose. */
export const invitation = defineMail({
  name: 'invitation',
  data: Invited,
  prepare: async (ctx, { linkId, inviter, organisation }) => {
    const found = await readAccountLink(ctx, { linkId }, 'invitation', 'welcome')
    if (!found) return undefined
    const { name, facts, ...to } = found
    // The page says who invites and does not ask for a name that is known; the part after # reaches no server.
    const known = new URLSearchParams({ organisation, ...(name ? { name } : {}) })
    return { ...to, facts: { ...facts, link: `${facts.link}&${known}`, inviter, organisation } }
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
    const { link, expiresInMinutes } = data
    const words = texts(language).invitation
    return layout({
      language,
      subject: words.subject({ inviter, organisation }),
      heading: words.heading({ organisation }),
      blocks: [
        { kind: 'text', text: `${words.lead({ inviter, organisation })} ${sharedTexts(language).wellkept}` },
        { kind: 'text', text: words.next({ inviter, time: duration(expiresInMinutes, language) }) },
        { kind: 'button', label: words.button, url: link },
      ],
      footer: words.footer({ inviter }),
    })
  },
})
