/** Tells the administrators of a tenant what the platform did: suspended, reactivated, closing, support is in. */
import { type Static, Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { askEach, defineDeskMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { readersWith, readReader } from '#server/platform/mail/members.ts'
import { sampleZone } from '#server/platform/mail/samples.ts'
import { moment } from '#server/platform/mail/shared-texts.ts'

const Notice = Type.Enum(['SUSPENDED', 'REACTIVATED', 'CLOSING', 'SUPPORT'])
type Notice = Static<typeof Notice>

interface Facts {
  readonly notice: Notice
  readonly organisation: string
  /** ISO 8601: when it is erased, or support ends */
  readonly at: string
  readonly timeZone: string
  /** what the platform said of it */
  readonly reason: string
  readonly link: string
}

interface Row {
  name: string
  state: string
  state_message: string | null
  erase_at: Date | null
}

const tenantText = 'select name, state, state_message, erase_at from tenant where id = $1'
const accessText = 'select reason, until from support_access where tenant_id = $1 and id = $2'

/** Whether it is still so when the email is sent. */
const holds = (notice: Notice, { state }: Row): boolean =>
  notice === 'SUPPORT' ||
  (notice === 'REACTIVATED' ? state !== 'SUSPENDED' && state !== 'CLOSING' : state === notice)

export const tenantNotice = defineDeskMail({
  name: 'tenant-notice',
  data: Type.Object({ userId: Id, notice: Notice, accessId: Type.Optional(Id) }),
  prepare: async (ctx, { userId, notice, accessId }) => {
    const reader = await readReader(ctx, userId)
    const [tenant] = await ctx.run<Row>(tenantText, [ctx.tenantId])
    const [access] = accessId
      ? await ctx.run<{ reason: string; until: Date }>(accessText, [ctx.tenantId, accessId])
      : []
    if (!reader || !tenant || !holds(notice, tenant)) return undefined
    const page = notice === 'CLOSING' ? '/data' : notice === 'SUPPORT' ? '/audit-log' : ''
    return {
      to: reader.email,
      language: reader.language,
      facts: {
        notice,
        organisation: tenant.name,
        at: (access?.until ?? tenant.erase_at ?? ctx.now).toISOString(),
        timeZone: reader.timeZone,
        reason: access?.reason ?? tenant.state_message ?? '',
        link: `${ctx.platform.config.baseUrl}/app${page}`,
      },
    }
  },
  sample: (base): Facts => ({
    notice: 'SUPPORT',
    organisation: 'Riverside',
    at: '2026-11-20T08:15:00.000Z',
    timeZone: sampleZone,
    reason: 'You asked why a report is missing.',
    link: `${base}/app/audit-log`,
  }),
  words: ({ notice, organisation, at, timeZone, reason, link }: Facts, language) => {
    const time = moment(at, timeZone, language)
    const words = {
      en: {
        SUSPENDED: {
          subject: `${organisation} is suspended`,
          text: 'The team can sign in and read, but not change anything. Reports of visitors are still taken.',
          button: 'Open Wellkept',
        },
        REACTIVATED: {
          subject: `${organisation} works again`,
          text: 'The team can change things again. Nothing was lost.',
          button: 'Open Wellkept',
        },
        CLOSING: {
          subject: `${organisation} is being closed`,
          text: `All data is erased for good on ${time}. Until then the team can read everything. An export with all data is being written; download it before that day.`,
          button: 'Download the export',
        },
        SUPPORT: {
          subject: `Wellkept support is looking at ${organisation}`,
          text: `Until ${time} somebody of Wellkept support can read your data to help you. Names, addresses and texts of people are hidden, photos are not shown, and nothing can be changed. You can switch support access off under Data and privacy.`,
          button: 'See the audit log',
        },
        reason: 'Reason',
        footer: 'You get this email because you are an administrator of this organisation.',
      },
      de: {
        SUSPENDED: {
          subject: `${organisation} ist gesperrt`,
          text: 'Das Team kann sich anmelden und lesen, aber nichts ändern. Meldungen von Besucherinnen und Besuchern werden weiter angenommen.',
          button: 'Wellkept öffnen',
        },
        REACTIVATED: {
          subject: `${organisation} ist wieder freigegeben`,
          text: 'Das Team kann wieder alles ändern. Nichts ist verloren gegangen.',
          button: 'Wellkept öffnen',
        },
        CLOSING: {
          subject: `${organisation} wird geschlossen`,
          text: `Alle Daten werden am ${time} endgültig gelöscht. Bis dahin kann das Team alles lesen. Ein Export mit allen Daten wird erstellt; laden Sie ihn vorher herunter.`,
          button: 'Export herunterladen',
        },
        SUPPORT: {
          subject: `Der Wellkept-Support sieht sich ${organisation} an`,
          text: `Bis ${time} kann jemand vom Wellkept-Support Ihre Daten lesen, um Ihnen zu helfen. Namen, Adressen und Texte von Personen sind verborgen, Fotos werden nicht gezeigt, ändern lässt sich nichts. Unter Daten und Datenschutz können Sie den Zugang abschalten.`,
          button: 'Protokoll ansehen',
        },
        reason: 'Grund',
        footer: 'Sie erhalten diese E-Mail, weil Sie diese Organisation verwalten.',
      },
    }[language]
    const { subject, text, button } =
      notice === 'SUSPENDED'
        ? words.SUSPENDED
        : notice === 'REACTIVATED'
          ? words.REACTIVATED
          : notice === 'CLOSING'
            ? words.CLOSING
            : words.SUPPORT
    return layout({
      language,
      subject,
      heading: subject,
      blocks: [
        { kind: 'text', text },
        ...(reason ? [{ kind: 'text' as const, text: `${words.reason}: ${reason}` }] : []),
        { kind: 'button', label: button, url: link },
      ],
      footer: words.footer,
    })
  },
})

/** Asks for an email to each administrator, in the transaction of its cause. */
export const tellAdmins = async (ctx: TenantContext, notice: Notice, accessId?: string): Promise<void> => {
  const admins = await readersWith(ctx, ['ADMIN'])
  await askEach(
    ctx,
    tenantNotice,
    admins.map(({ id: userId }) => ({ userId, notice, ...(accessId ? { accessId } : {}) })),
  )
}
