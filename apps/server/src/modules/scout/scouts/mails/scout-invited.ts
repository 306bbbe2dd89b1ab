import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { inertName, layout } from '#server/platform/mail/layout.ts'
import { sharedTexts } from '#server/platform/mail/shared-texts.ts'
import { activationUrl } from '../activation.ts'
import { texts } from './texts.ts'

interface Invited {
  readonly organisation: string
  readonly code: string
  readonly link: string
}

const purpose = 'scout-invited'

/** A request waits in the database, where no code may be readable. */
export const sealedCode = ({ platform }: TenantContext, code: string): string =>
  platform.keys.encrypt(purpose, code)

const text = `select s.email, s.language, t.name as organisation from scout s join tenant t on t.id = $1
  where s.tenant_id = $1 and s.id = $2 and s.email is not null and s.state in ('INVITED', 'ACTIVE')`

export const scoutInvited = defineMail({
  name: 'scout-invited',
  data: Type.Object({ scoutId: Id, code: Type.String() }),
  prepare: async (ctx, { scoutId, code: sealed }) => {
    const [row] = await ctx.run<{ email: string; language: string; organisation: string }>(text, [
      ctx.tenantId,
      scoutId,
    ])
    const code = ctx.platform.keys.decrypt(purpose, sealed)
    if (!row || code === undefined) return undefined
    const link = activationUrl(ctx.platform.config.baseUrl, code)
    return { to: row.email, language: row.language, facts: { organisation: row.organisation, code, link } }
  },
  sample: (base): Invited => ({
    organisation: "Müller & Söhne's",
    code: 'K7WP3-M2N4Q',
    link: activationUrl(base, 'K7WP3-M2N4Q'),
  }),
  words: ({ organisation, code, link }: Invited, language) => {
    const name = inertName(organisation)
    const words = texts(language)
    return layout({
      language,
      subject: words.subject({ name }),
      heading: words.heading({ name }),
      blocks: [
        { kind: 'text', text: `${words.lead({ name })} ${sharedTexts(language).wellkept}` },
        { kind: 'text', text: words.next({ code }) },
        { kind: 'button', label: words.button, url: link },
      ],
      footer: words.footer({ name }),
    })
  },
})
