/** A recipient, as emails and the page of their links need them. */

import type { EmailLinkKind } from '#server/modules/status/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { type DeskLanguage, deskLanguage, inertName } from '#server/platform/mail/layout.ts'

export interface Recipient {
  readonly email: string
  readonly confirmed: boolean
  readonly bounces: number
  readonly mailing: string
  readonly paused: boolean
  readonly organisation: string
  readonly language: DeskLanguage
}

const text = `select r.email, r.confirmed_at is not null as confirmed, r.bounces, m.name as mailing, m.paused, m.language, t.name as organisation
  from mailing_recipient r
  join mailing m on m.tenant_id = $1 and m.id = r.mailing_id
  join tenant t on t.id = $1
  where r.tenant_id = $1 and r.id = $2`

/** Undefined if they unsubscribed or the team removed them. */
export const findRecipient = async (ctx: TenantContext, id: string): Promise<Recipient | undefined> => {
  const [row] = await ctx.run<Omit<Recipient, 'language'> & { language: string }>(text, [ctx.tenantId, id])
  return row && { ...row, language: deskLanguage(row.language) }
}

const words = {
  en: {
    ask: (mailing: string, organisation: string) =>
      `Do you want “${mailing}”, figures of ${organisation}, by email?`,
    reads: (mailing: string, organisation: string) =>
      `You get “${mailing}”, figures of ${organisation}, by email.`,
  },
  de: {
    ask: (mailing: string, organisation: string) =>
      `Möchten Sie „${mailing}“, Kennzahlen von ${organisation}, per E-Mail?`,
    reads: (mailing: string, organisation: string) =>
      `Sie erhalten „${mailing}“, Kennzahlen von ${organisation}, per E-Mail.`,
  },
} as const

const confirmText = `update mailing_recipient set confirmed_at = coalesce(confirmed_at, $3) where tenant_id = $1 and id = $2`
/** Deletes the address with the row. */
// guard: mailing-stop
const stopText = 'delete from mailing_recipient where tenant_id = $1 and id = $2'

/** For the page that links in emails open. */
export const mailingLinkKind: EmailLinkKind = {
  kind: 'mailing',
  find: async (ctx, id) => {
    const found = await findRecipient(ctx, id)
    if (!found) return undefined
    const { confirmed, language } = found
    const names = [inertName(found.mailing), inertName(found.organisation)] as const
    return { confirmed, language, ask: words[language].ask(...names), reads: words[language].reads(...names) }
  },
  confirm: async (ctx, id) => void (await ctx.run(confirmText, [ctx.tenantId, id, ctx.now])),
  stop: async (ctx, id) => void (await ctx.run(stopText, [ctx.tenantId, id])),
}
