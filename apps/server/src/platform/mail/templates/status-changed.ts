import { type Block, layout, type MailLanguage, type RenderedMail } from '../layout.ts'
import { moment, whereFacts } from '../words.ts'

export interface StatusChangedData {
  /** the amenity's name */
  readonly room: string
  readonly building: string
  /** name of the status item; left out where the amenity has only one */
  readonly item?: string
  readonly state: 'OPERATIONAL' | 'DEGRADED' | 'MAINTENANCE' | 'OUT_OF_ORDER'
  /** what staff wrote for visitors */
  readonly note?: string
  /** ISO 8601, shown in `timeZone` */
  readonly expectedEnd?: string
  /** IANA, of the building */
  readonly timeZone: string
  /** BASE_URL/status/CODE */
  readonly link: string
  /** BASE_URL/m/TOKEN */
  readonly stopLink: string
}

const tones = { OPERATIONAL: 'good', DEGRADED: 'warn', MAINTENANCE: 'info', OUT_OF_ORDER: 'bad' } as const

export function statusChanged(data: StatusChangedData, language: MailLanguage): RenderedMail {
  const words = {
    en: {
      states: {
        OPERATIONAL: 'Working',
        DEGRADED: 'Partly working',
        MAINTENANCE: 'Under maintenance',
        OUT_OF_ORDER: 'Out of order',
      },
      heading: 'The status has changed',
      item: 'What',
      state: 'Status',
      until: 'Expected until',
      button: 'Open the status page',
      footer: 'You get this mail because you asked to hear when the status of this place changes.',
      stop: 'No more status mails',
    },
    de: {
      states: {
        OPERATIONAL: 'In Betrieb',
        DEGRADED: 'Eingeschränkt',
        MAINTENANCE: 'In Wartung',
        OUT_OF_ORDER: 'Außer Betrieb',
      },
      heading: 'Der Status hat sich geändert',
      item: 'Was',
      state: 'Status',
      until: 'Voraussichtlich bis',
      button: 'Statusseite öffnen',
      footer: 'Sie erhalten diese Mail, weil Sie hören wollten, wenn sich der Status dieses Ortes ändert.',
      stop: 'Keine Status-Mails mehr',
    },
  }[language]
  const state = words.states[data.state]
  const until = data.state === 'OPERATIONAL' ? undefined : data.expectedEnd
  const note: Block[] =
    data.note === undefined || data.note === '' ? [] : [{ kind: 'quote', text: data.note }]
  return layout({
    language,
    subject: `${state}: ${data.room}`,
    heading: words.heading,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ...whereFacts(data, language),
          ...(data.item === undefined ? [] : [{ label: words.item, value: data.item }]),
          { label: words.state, value: state, tone: tones[data.state] },
          ...(until === undefined
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
}
