import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { inertName, layout, oneLine } from '#server/platform/mail/layout.ts'
import { samplePlace, sampleTime, sampleZone } from '#server/platform/mail/samples.ts'
import { moment } from '#server/platform/mail/shared-texts.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { texts } from './texts.ts'

interface Assigned {
  readonly organisation: string
  /** those listed */
  readonly rounds: readonly {
    readonly title: string
    readonly building: string
    readonly dueBy: string
    readonly timeZone: string
  }[]
  readonly count: number
  readonly link: string
}

const mostListed = 10

interface Row {
  readonly email: string
  readonly language: string
  readonly organisation: string
  readonly title: string
  readonly building: string
  readonly due_by: Date
  readonly zone: string
}

const text = `select s.email, s.language, t.name as organisation, r.title, b.name as building, r.due_by, b.time_zone as zone
  from round r join scout s on s.tenant_id = $1 and s.id = r.scout_id
  join building b on b.tenant_id = $1 and b.id = r.building_id join tenant t on t.id = $1
  where r.tenant_id = $1 and r.id = any($2::uuid[]) and r.scout_id = $3 and r.state in ('SCHEDULED', 'ACCEPTED')
    and s.email is not null and s.mail_rounds and s.state in ('INVITED', 'ACTIVE')
  order by r.due_by, r.id`

/** Tells a scout of the rounds that a schedule made at once. */
export const roundAssigned = defineMail({
  name: 'round-assigned',
  data: Type.Object({ scoutId: Id, roundIds: Type.Array(Id) }),
  prepare: async (ctx, { scoutId, roundIds }) => {
    const rows = await ctx.run<Row>(text, [ctx.tenantId, roundIds, scoutId])
    const [first] = rows
    if (!first) return undefined
    const { email: to, language, organisation } = first
    const rounds = rows.slice(0, mostListed).map((row) => ({
      title: row.title,
      building: row.building,
      dueBy: row.due_by.toISOString(),
      timeZone: storedZone(row.zone),
    }))
    const link = `${ctx.platform.config.baseUrl}/scout`
    return { to, language, facts: { organisation, rounds, count: rows.length, link } }
  },
  sample: (base, language): Assigned => ({
    organisation: "Müller & Söhne's",
    rounds: [
      {
        title: texts(language).sampleTitle,
        building: samplePlace(language).building,
        dueBy: sampleTime,
        timeZone: sampleZone,
      },
    ],
    count: 1,
    link: `${base}/scout`,
  }),
  words: ({ organisation, rounds, count, link }: Assigned, language) => {
    const name = inertName(organisation)
    const words = texts(language).assigned
    return layout({
      language,
      subject: words.subject({ count, name }),
      heading: words.heading({ count }),
      blocks: [
        {
          kind: 'facts',
          rows: rounds.map(({ title, building, dueBy, timeZone }) => ({
            label: oneLine(inertName(title)),
            value: words.due({ building: inertName(building), time: moment(dueBy, timeZone, language) }),
          })),
        },
        { kind: 'button', label: texts(language).button, url: link },
      ],
      footer: words.footer({ name }),
    })
  },
})
