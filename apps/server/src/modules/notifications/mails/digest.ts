import { Type } from 'typebox'
import { sayPlace } from '#contracts/kit/place.ts'
import { DateOnly, Id, Timestamp } from '#contracts/kit/text.ts'
import { type Change, type Movement, readMovement } from '#server/modules/dashboard/public.ts'
import { defineDeskMail } from '#server/platform/mail/define.ts'
import { type Block, type DeskLanguage, type Figure, layout } from '#server/platform/mail/layout.ts'
import { readReader } from '#server/platform/mail/members.ts'
import { sampleId, samplePlace, sampleToken } from '#server/platform/mail/samples.ts'
import { isRecipient } from '../digest/recipients.ts'

interface Digest extends Movement {
  /** the reported day, YYYY-MM-DD */
  readonly about: string
  /** Today on that day, for the buildings that the reader covers */
  readonly link: string
  /** BASE_URL/m/TOKEN */
  readonly stopLink: string
}

/** Written like the desk's own URLs: several values separated by commas. */
const addressOf = (origin: string, path: string, query: Readonly<Record<string, string>>): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== '')
  return `${origin}/app${path}${pairs.length > 0 ? '?' : ''}${pairs.map((pair) => pair.join('=')).join('&')}`
}

/** The screen that shows the counted rows. */
const screenOf = (change: Change, { about, link }: Digest): string => {
  const { origin, searchParams } = new URL(link)
  const building = searchParams.get('building') ?? ''
  const address = (path: string, more: Readonly<Record<string, string>>): string =>
    addressOf(origin, path, { ...more, building })
  const day = { from: about, to: about }
  const low = { rating: '1,2', counted: 'true', ...day }
  switch (change.what) {
    case 'FEEDBACK':
    case 'NEW_TASKS':
    case 'DONE_TASKS':
      return address('/', day)
    case 'LOW_RATINGS':
      return address('/feedback', low)
    case 'PLACE':
      return address('/feedback', { ...low, amenity: change.id })
    case 'NOBODY':
      return address('/tasks', { status: 'OPEN', assignee: 'none' })
    case 'OVERDUE':
      return address('/tasks', { overdue: 'true' })
    case 'NOT_FIXED':
      return address('/', {})
    default:
      return change satisfies never
  }
}

const wordsIn = {
  en: {
    labels: {
      FEEDBACK: 'Feedback',
      LOW_RATINGS: 'Low ratings',
      NEW_TASKS: 'New tasks',
      DONE_TASKS: 'Tasks done',
      NOBODY: 'Unassigned',
      OVERDUE: 'Overdue',
      NOT_FIXED: 'Not fixed according to visitors',
    },
    place: (place: string) => `${place}: low ratings`,
    usually: (usual: string) => `usually ${usual}`,
    before: {
      NOBODY: (n: number) => `${n} of them for longer than a day`,
      OVERDUE: (n: number) => `yesterday ${n}`,
    },
    and: (more: number) => (more === 1 ? ' and 1 more change' : ` and ${more} more changes`),
    nothingOn: (day: string) => `Nothing changed on ${day}`,
    heading: (day: string) => `What changed on ${day}`,
    nothing: 'Nothing unusual: everything was as it usually is.',
    nothingYet: 'Nothing changed.',
    early: 'After four weeks, this email also shows what is usual.',
    button: 'Open the day',
    footer:
      'You get this email each morning because you lead a team. You can choose in your profile what you get emails about.',
    stop: 'Stop daily digests',
  },
  de: {
    labels: {
      FEEDBACK: 'Rückmeldungen',
      LOW_RATINGS: 'Schlechte Bewertungen',
      NEW_TASKS: 'Neue Aufgaben',
      DONE_TASKS: 'Erledigte Aufgaben',
      NOBODY: 'Nicht zugewiesen',
      OVERDUE: 'Überfällig',
      NOT_FIXED: 'Laut Besuchern nicht behoben',
    },
    place: (place: string) => `${place}: schlechte Bewertungen`,
    usually: (usual: string) => `sonst ${usual}`,
    before: {
      NOBODY: (n: number) => `davon ${n} seit über einem Tag`,
      OVERDUE: (n: number) => `gestern ${n}`,
    },
    and: (more: number) => (more === 1 ? ' und 1 weitere Änderung' : ` und ${more} weitere Änderungen`),
    nothingOn: (day: string) => `Keine Änderungen am ${day}`,
    heading: (day: string) => `Was sich am ${day} geändert hat`,
    nothing: 'Nichts Ungewöhnliches: Alles war wie sonst.',
    nothingYet: 'Nichts hat sich geändert.',
    early: 'Nach vier Wochen zeigt diese E-Mail auch, was üblich ist.',
    button: 'Tag öffnen',
    footer:
      'Sie erhalten diese E-Mail jeden Morgen, weil Sie ein Team leiten. In Ihrem Profil wählen Sie, worüber Sie E-Mails erhalten.',
    stop: 'Keine täglichen Übersichten mehr',
  },
} as const

const dayIn = (date: string, language: DeskLanguage): string =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))

/** A readable mean: 0.4 is "0–1", 6.1 is "6". */
const usualText = (usual: number, language: DeskLanguage): string => {
  const rest = usual - Math.floor(usual)
  if (usual < 10 && rest > 0.2 && rest < 0.8) return `${Math.floor(usual)}–${Math.ceil(usual)}`
  return new Intl.NumberFormat(language).format(Math.round(usual))
}

const figureOf = (change: Change, facts: Digest, language: DeskLanguage): Figure => {
  const words = wordsIn[language]
  const figure = new Intl.NumberFormat(language).format(change.n)
  const url = screenOf(change, facts)
  const against =
    'usual' in change && change.usual !== null ? words.usually(usualText(change.usual, language)) : ''
  switch (change.what) {
    case 'PLACE': {
      const place = sayPlace(change.name, change.location)
      return { label: words.place(place), figure, against, url }
    }
    case 'NOBODY':
    case 'OVERDUE': {
      const before =
        change.what === 'NOBODY' && change.before === 0 ? '' : words.before[change.what](change.before)
      return { label: words.labels[change.what], figure, against: before, url }
    }
    default:
      return { label: words.labels[change.what], figure, against, url }
  }
}

/** The changes of the day before, each morning, in at most five lines. */
export const digest = defineDeskMail({
  name: 'digest',
  data: Type.Object({ userId: Id, about: DateOnly, until: Timestamp }),
  prepare: async (ctx, { userId, about, until }) => {
    // After hours of delay it is out of date.
    if (ctx.now >= new Date(until)) return undefined
    const reader = await readReader(ctx, userId)
    if (!reader || !isRecipient(reader)) return undefined
    const { buildingIds } = reader
    const movement = await readMovement(ctx, about, buildingIds)
    if (!movement) return undefined
    const { baseUrl } = ctx.platform.config
    const facts: Digest = {
      ...movement,
      about,
      link: addressOf(baseUrl, '/', { from: about, to: about, building: buildingIds.join() }),
      stopLink: `${baseUrl}/m/${ctx.platform.keys.seal('digest', ctx.tenantId, userId)}`,
    }
    return { to: reader.email, language: reader.language, facts }
  },
  sample: (base, language): Digest => ({
    about: '2026-11-19',
    changes: [
      { what: 'LOW_RATINGS', n: 14, usual: 6 },
      { what: 'PLACE', id: sampleId, name: samplePlace(language).room, location: null, n: 5, usual: 0.4 },
      { what: 'NOT_FIXED', n: 2 },
      { what: 'OVERDUE', n: 4, before: 1 },
      { what: 'NOBODY', n: 3, before: 2 },
    ],
    hasUsual: true,
    link: addressOf(base, '/', { from: '2026-11-19', to: '2026-11-19' }),
    stopLink: `${base}/m/${sampleToken}`,
  }),
  words: (facts: Digest, language) => {
    const words = wordsIn[language]
    const day = dayIn(facts.about, language)
    const [first, ...more] = facts.changes.map((change) => figureOf(change, facts, language))
    const text = first ? undefined : facts.hasUsual ? words.nothing : words.nothingYet
    const blocks: Block[] = [
      ...(text === undefined ? [] : [{ kind: 'text', text } as const]),
      ...(first ? [{ kind: 'figures', rows: [first, ...more] } as const] : []),
      ...(facts.hasUsual ? [] : [{ kind: 'text', text: words.early } as const]),
      { kind: 'button', label: words.button, url: facts.link },
    ]
    return layout({
      language,
      subject: first
        ? `${first.label}: ${first.figure}${first.against === '' ? '' : ` (${first.against})`}${more.length > 0 ? words.and(more.length) : ''}`
        : words.nothingOn(day),
      heading: first ? words.heading(day) : words.nothingOn(day),
      blocks,
      footer: words.footer,
      stop: { label: words.stop, url: facts.stopLink },
    })
  },
})
