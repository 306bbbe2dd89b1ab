import { Type } from 'typebox'
import { itemNameFor } from '#contracts/catalogue/names.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { Id } from '#contracts/kit/text.ts'
import { OperationalState } from '#contracts/records.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { type Block, layout, mailLanguage } from '#server/platform/mail/layout.ts'
import { samplePlace, sampleToken, sampleZone } from '#server/platform/mail/samples.ts'
import { moment, whereFacts } from '#server/platform/mail/shared-texts.ts'
import { findSubscription } from '../subscriptions.ts'
import { texts } from '../texts.ts'

interface StatusChanged {
  /** the amenity with its location */
  readonly room: string
  readonly building: string
  /** name of the status item; null if the amenity has only one */
  readonly item: string | null
  readonly state: OperationalState
  /** what staff wrote for visitors */
  readonly note: string | null
  /** ISO 8601, shown in `timeZone` */
  readonly expectedEnd: string | null
  /** IANA, of the building */
  readonly timeZone: string
  /** BASE_URL/status/CODE in the reader's language */
  readonly link: string
  /** BASE_URL/m/TOKEN */
  readonly stopLink: string
}

interface Item {
  name: string
  note: string | null
  expected_end: Date | null
  state: OperationalState
  items: number
}

const tones = { OPERATIONAL: 'good', DEGRADED: 'warn', MAINTENANCE: 'info', OUT_OF_ORDER: 'bad' } as const

export const statusChanged = defineMail({
  name: 'status-changed',
  data: Type.Object({ subscriptionId: Id, itemId: Id, state: OperationalState }),
  forVisitors: true,
  prepare: async (ctx, { subscriptionId, itemId, state }) => {
    const found = await findSubscription(ctx, subscriptionId)
    if (!found?.confirmed || found.qrCode === null) return undefined
    const [item] = await ctx.run<Item>(
      `select i.name, i.note, i.expected_end, i.state,
              (select count(*) from status_item o where o.tenant_id = $1 and o.amenity_id = i.amenity_id and o.visible) as items
       from status_item i where i.tenant_id = $1 and i.id = $2 and i.visible`,
      [ctx.tenantId, itemId],
    )
    // The state has changed again, and that change has an email of its own.
    if (!item || item.state !== state) return undefined
    const { keys, config } = ctx.platform
    const language = mailLanguage(found.language)
    const facts: StatusChanged = {
      room: sayPlace(found.amenity, found.location),
      building: found.building,
      item: item.items > 1 ? itemNameFor(item.name, language) : null,
      state,
      note: item.note,
      expectedEnd: item.expected_end?.toISOString() ?? null,
      timeZone: found.timeZone,
      link: `${config.baseUrl}/status/${found.qrCode}?lang=${language}`,
      stopLink: `${config.baseUrl}/m/${keys.seal('subscription', ctx.tenantId, found.id)}`,
    }
    return { to: found.email, language, facts }
  },
  sample: (base, language): StatusChanged => ({
    ...samplePlace(language),
    item: texts(language).changed.sampleItem,
    state: 'OUT_OF_ORDER',
    note: texts(language).changed.sampleNote,
    expectedEnd: '2026-11-21T08:00:00.000Z',
    timeZone: sampleZone,
    link: `${base}/status/7K3QW9F2MX7K3QW9F2MX?lang=${language}`,
    stopLink: `${base}/m/${sampleToken}`,
  }),
  words: (data, language) => {
    const words = texts(language).changed
    const state = words.states[data.state]
    const until = data.state === 'OPERATIONAL' ? null : data.expectedEnd
    const note: Block[] = data.note === null || data.note === '' ? [] : [{ kind: 'quote', text: data.note }]
    return layout({
      language,
      subject: `${state}: ${data.room}`,
      heading: words.heading,
      blocks: [
        {
          kind: 'facts',
          rows: [
            ...whereFacts(data, language),
            ...(data.item === null ? [] : [{ label: words.item, value: data.item }]),
            { label: words.state, value: state, tone: tones[data.state] },
            ...(until === null
              ? []
              : [{ label: words.until, value: moment(until, data.timeZone, language) }]),
          ],
        },
        ...note,
        { kind: 'button', label: words.button, url: data.link },
      ],
      footer: words.footer,
      stop: { label: words.stop, url: data.stopLink },
    })
  },
})
