import { Type } from 'typebox'
import { Id, Timestamp } from '#contracts/kit/text.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { sampleTime, sampleZone } from '#server/platform/mail/samples.ts'
import { moment } from '#server/platform/mail/shared-texts.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { texts } from './texts.ts'

interface SessionEnded {
  /** for example "Firefox, Android"; null if unknown */
  readonly device: string | null
  /** ISO 8601, shown in `timeZone` */
  readonly at: string
  /** IANA, of the person or the tenant */
  readonly timeZone: string
  /** BASE_URL/app/sign-in */
  readonly link: string
}

/** A used refresh token came back: the device was signed out, and its owner reads why. */
export const sessionEnded = defineMail({
  name: 'session-ended',
  data: Type.Object({
    userId: Type.Optional(Id),
    /** their address, instead of `userId`: requests of an older version have it */
    to: Type.Optional(Type.String()),
    device: Type.Optional(Type.String()),
    at: Timestamp,
  }),
  prepare: async (ctx, { userId = null, to = null, device = null, at }) => {
    const [owner] = await ctx.run<{ email: string; language: string; time_zone: string }>(
      `select u.email, u.language, coalesce(u.time_zone, t.time_zone) as time_zone
       from app_user u join tenant t on t.id = $1
       where u.tenant_id = $1 and (u.id = $2::uuid or u.email = $3::text) and u.removed_at is null`,
      [ctx.tenantId, userId, to],
    )
    if (!owner) return undefined
    const link = `${ctx.platform.config.baseUrl}/app/sign-in`
    const facts: SessionEnded = { device, at, timeZone: storedZone(owner.time_zone), link }
    return { to: owner.email, language: owner.language, facts }
  },
  sample: (base) => ({
    device: 'Firefox, Android',
    at: sampleTime,
    timeZone: sampleZone,
    link: `${base}/app/sign-in`,
  }),
  words: ({ device, at, timeZone, link }, language) => {
    const words = texts(language).sessionEnded
    return layout({
      language,
      subject: words.heading,
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.lead },
        {
          kind: 'facts',
          rows: [
            ...(device === null ? [] : [{ label: words.device, value: device }]),
            { label: words.at, value: moment(at, timeZone, language) },
          ],
        },
        { kind: 'button', label: words.button, url: link },
      ],
      footer: words.footer,
    })
  },
})
