/** Tells administrators what happened to the plan of their organisation. */
import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { askEach, defineDeskMail } from '#server/platform/mail/define.ts'
import { type DeskLanguage, layout } from '#server/platform/mail/layout.ts'
import { readersWith, readReader } from '#server/platform/mail/members.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { noticeTexts } from './notice-texts.ts'

const kinds = [
  'PAYMENT_FAILED',
  'GRACE_ENDS',
  'SUSPENDED',
  'PLAN_CHANGED',
  'TRIAL_ENDS',
  'HISTORY_SHRINKS',
  'TWO_SUBSCRIPTIONS',
] as const
export type NoticeKind = (typeof kinds)[number]

export interface Notice {
  readonly reason: NoticeKind
  readonly plan: Plan
  /** what ends then; empty where nothing does */
  readonly day: string
  /** BASE_URL/app/plan */
  readonly link: string
}

interface Row {
  readonly plan: Plan
  readonly time_zone: string
  readonly past_due_since: Date | null
  readonly grace_until: Date | null
  readonly trial_ends_at: Date | null
  readonly history_shrinks_at: Date | null
}

const text = `select plan, time_zone, past_due_since, grace_until, trial_ends_at, history_shrinks_at
  from tenant where id = $1`

/** The day that a notice names; null: it no longer holds. */
const dayOf = (kind: NoticeKind, row: Row): Date | null | undefined => {
  switch (kind) {
    case 'PAYMENT_FAILED':
    case 'GRACE_ENDS':
      return row.past_due_since && row.grace_until
    case 'TRIAL_ENDS':
      return row.plan === 'TRIAL' ? row.trial_ends_at : null
    case 'HISTORY_SHRINKS':
      return row.history_shrinks_at
    case 'SUSPENDED':
    case 'PLAN_CHANGED':
    case 'TWO_SUBSCRIPTIONS':
      return undefined
    default:
      return kind satisfies never
  }
}

const dayText = (day: Date, timeZone: string, language: DeskLanguage): string =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long', timeZone }).format(day)

export const billingNotice = defineDeskMail({
  name: 'billing-notice',
  data: Type.Object({ userId: Id, kind: Type.Enum([...kinds]) }),
  prepare: async (ctx, { userId, kind }) => {
    const reader = await readReader(ctx, userId)
    const [row] = await ctx.run<Row>(text, [ctx.tenantId])
    const day = row && dayOf(kind, row)
    if (!reader || !row || day === null) return undefined
    const language = reader.language === 'de' ? 'de' : 'en'
    return {
      to: reader.email,
      language: reader.language,
      facts: {
        reason: kind,
        plan: row.plan,
        day: day ? dayText(day, storedZone(row.time_zone), language) : '',
        link: `${ctx.platform.config.baseUrl}/app/plan`,
      },
    }
  },
  sample: (base, language): Notice => ({
    reason: 'PAYMENT_FAILED',
    plan: 'PRO',
    day: dayText(new Date(Date.UTC(2027, 4, 14)), 'UTC', language),
    link: `${base}/app/plan`,
  }),
  words: (notice: Notice, language) => {
    const { subject, heading, texts, button, footer } = noticeTexts(notice, language)
    return layout({
      language,
      subject,
      heading,
      blocks: [
        ...texts.map((text) => ({ kind: 'text', text }) as const),
        { kind: 'button', label: button, url: notice.link },
      ],
      footer,
    })
  },
})

export const tellAdmins = async (ctx: TenantContext, kind: NoticeKind): Promise<void> => {
  const admins = await readersWith(ctx, ['ADMIN'])
  await askEach(
    ctx,
    billingNotice,
    admins.map(({ id: userId }) => ({ userId, kind })),
  )
}
