import { Type } from 'typebox'
import { Id, Timestamp } from '#contracts/kit/text.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { sampleTime, sampleZone } from '#server/platform/mail/samples.ts'
import { moment } from '#server/platform/mail/shared-texts.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { texts } from './texts.ts'

interface ConnectionAdded {
  /** as the person named it */
  readonly name: string
  readonly write: boolean
  /** ISO 8601, shown in `timeZone`, as `expiresAt` */
  readonly at: string
  readonly expiresAt: string
  /** IANA, of the person or the tenant */
  readonly timeZone: string
  /** BASE_URL/app/profile */
  readonly link: string
}

/** A program may act as a person from now on, and that person reads it, in case somebody else connected it. */
export const connectionAdded = defineMail({
  name: 'connection-added',
  // The facts are kept, since a connection that was ended at once had worked until then.
  data: Type.Object({
    userId: Id,
    name: Type.String(),
    write: Type.Boolean(),
    at: Timestamp,
    expiresAt: Timestamp,
  }),
  prepare: async (ctx, { userId, name, write, at, expiresAt }) => {
    const [owner] = await ctx.run<{ email: string; language: string; time_zone: string }>(
      `select u.email, u.language, coalesce(u.time_zone, t.time_zone) as time_zone
       from app_user u join tenant t on t.id = $1
       where u.tenant_id = $1 and u.id = $2 and u.removed_at is null`,
      [ctx.tenantId, userId],
    )
    if (!owner) return undefined
    const link = `${ctx.platform.config.baseUrl}/app/profile`
    const facts: ConnectionAdded = { name, write, at, expiresAt, timeZone: storedZone(owner.time_zone), link }
    return { to: owner.email, language: owner.language, facts }
  },
  sample: (base) => ({
    name: 'Claude',
    write: true,
    at: sampleTime,
    expiresAt: '2027-02-18T13:05:00.000Z',
    timeZone: sampleZone,
    link: `${base}/app/profile`,
  }),
  words: ({ name, write, at, expiresAt, timeZone, link }, language) => {
    const words = texts(language).connectionAdded
    return layout({
      language,
      subject: words.heading,
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.lead },
        {
          kind: 'facts',
          rows: [
            { label: words.name, value: name },
            { label: words.may, value: write ? words.write : words.read },
            { label: words.at, value: moment(at, timeZone, language) },
            { label: words.ends, value: moment(expiresAt, timeZone, language) },
          ],
        },
        { kind: 'button', label: words.button, url: link },
      ],
      footer: words.footer,
    })
  },
})
