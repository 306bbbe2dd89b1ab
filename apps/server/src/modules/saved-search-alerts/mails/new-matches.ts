import { Type } from 'typebox'
import { issueName } from '#contracts/catalogue/names.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { Id } from '#contracts/kit/text.ts'
import { outlinesOf } from '#server/modules/feedback/public.ts'
import { quietUntil } from '#server/modules/notifications/public.ts'
import { readTaskFacts } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { type Block, layout, mailLanguage } from '#server/platform/mail/layout.ts'
import { channelsFor, type Reader, readReader } from '#server/platform/mail/members.ts'
import { sampleId, samplePlace, sampleTime, sampleZone } from '#server/platform/mail/samples.ts'
import { type MailPriority, moment, priorityFact } from '#server/platform/mail/shared-texts.ts'
import { noteOf } from '../push-note.ts'
import { Item, stillNew, type ViewItem } from '../still-new.ts'
import { readSubscribers, type SavedSearchAlert } from '../subscribers.ts'
import { texts } from './texts.ts'

/** Rows of all views together; the lists have the others. */
const atMost = 20

/** A new row. */
export interface MatchedItem {
  readonly id: string
  /** null for feedback */
  readonly task: { readonly number: number; readonly title: string; readonly priority: MailPriority } | null
  /** 1..5; null without a rating, and for tasks */
  readonly rating: number | null
  readonly room: string | null
  readonly building: string | null
  /** ISO 8601, shown in `timeZone` */
  readonly at: string
  readonly timeZone: string
  /** the row on the desk */
  readonly link: string
}

/** The new rows of one view, newest last. */
export interface MatchedView {
  readonly name: string
  /** the saved view */
  readonly link: string
  readonly matches: readonly [MatchedItem, ...MatchedItem[]]
}

export interface NewMatches {
  readonly views: readonly [MatchedView, ...MatchedView[]]
  /** BASE_URL/app/profile */
  readonly profile: string
}

const readMatched = async (
  ctx: TenantContext,
  reader: Reader,
  ids: readonly string[],
): Promise<MatchedItem[]> => {
  const { baseUrl } = ctx.platform.config
  const [feedback, tasks] = await Promise.all([outlinesOf(ctx, ids), readTaskFacts(ctx, ids)])
  return [
    ...feedback.map(
      ({ id, rating, room, building, createdAt, timeZone }): MatchedItem => ({
        id,
        task: null,
        rating,
        room,
        building,
        at: createdAt.toISOString(),
        timeZone: reader.ownTimeZone ?? timeZone,
        link: `${baseUrl}/app/feedback/${id}`,
      }),
    ),
    ...tasks
      .filter(({ merged, status }) => !merged && status !== 'DONE')
      .map(
        ({ id, number, priority, room, building, createdAt, timeZone, titleIn }): MatchedItem => ({
          id,
          task: { number, title: titleIn(mailLanguage(reader.language)), priority },
          rating: null,
          room,
          building,
          at: createdAt.toISOString(),
          timeZone: reader.ownTimeZone ?? timeZone,
          link: `${baseUrl}/app/tasks/${id}`,
        }),
      ),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1))
}

/** Built with encoding, because filters contain what the person typed. */
const linkTo = (ctx: TenantContext, { screen, query }: SavedSearchAlert['view']): string => {
  const url = new URL(`${ctx.platform.config.baseUrl}/app/${screen}`)
  url.search = query
  return url.href
}

const viewsOf = (
  ctx: TenantContext,
  alerts: readonly SavedSearchAlert[],
  matches: readonly MatchedItem[],
  items: readonly ViewItem[],
): MatchedView[] =>
  alerts.flatMap(({ view }) => {
    const ids = new Set(items.filter(({ viewId }) => viewId === view.id).map(({ id }) => id))
    const [first, ...more] = matches.filter(({ id }) => ids.has(id))
    return first ? [{ name: view.name, link: linkTo(ctx, view), matches: [first, ...more] }] : []
  })

/** Everything new in the saved searches of one person. */
export const newMatches = defineMail({
  name: 'wish-news',
  data: Type.Object({ userId: Id, items: Type.Array(Item) }),
  prepare: async (ctx, { userId, items: waiting }, instead) => {
    const reader = await readReader(ctx, userId)
    const until = reader?.quietHours && quietUntil(reader.quietHours, reader.timeZone, ctx.now)
    if (until && !instead) return { until }
    const subscribers = await readSubscribers(ctx, userId)
    const [subscriber] = subscribers
    const items = await stillNew(ctx, userId, { reader, subscribers }, waiting)
    const ways = reader && channelsFor(reader, 'wish')
    if (!ways || !subscriber || items.length === 0) return undefined
    const matched = await readMatched(
      ctx,
      reader,
      items.map(({ id }) => id),
    )
    const pushed = instead ? [] : subscriber.alerts.filter(({ push }) => push && ways.push)
    const mailed = subscriber.alerts.filter((alert) => alert.mail && ways.mail && !pushed.includes(alert))
    const orMail = pushed.filter(({ mail }) => mail && ways.mail).map(({ view }) => view.id)
    const [firstPushed, ...morePushed] = viewsOf(ctx, pushed, matched, items)
    const [firstMailed, ...moreMailed] = viewsOf(ctx, mailed, matched, items)
    const mailItems = items.filter(({ viewId }) => orMail.includes(viewId))
    return {
      to: reader.email,
      language: reader.language,
      facts: firstMailed && {
        views: [firstMailed, ...moreMailed] as const,
        profile: `${ctx.platform.config.baseUrl}/app/profile`,
      },
      push: firstPushed && {
        userId,
        note: noteOf([firstPushed, ...morePushed], reader.language),
        orMail: mailItems.length > 0 ? { mail: 'wish-news', data: { userId, items: mailItems } } : null,
      },
    }
  },
  sample: (base, language): NewMatches => ({
    views: [
      {
        name: texts(language).sampleRatings,
        link: `${base}/app/feedback?rating=1,2`,
        matches: [
          {
            ...samplePlace(language),
            id: sampleId,
            task: null,
            rating: 2,
            at: sampleTime,
            timeZone: sampleZone,
            link: `${base}/app/feedback/${sampleId}`,
          },
        ],
      },
      {
        name: texts(language).sampleUrgent,
        link: `${base}/app/tasks?priority=URGENT`,
        matches: [
          {
            ...samplePlace(language),
            id: sampleId,
            task: { number: 412, title: issueName('NO_PAPER', language), priority: 'URGENT' },
            rating: null,
            at: sampleTime,
            timeZone: sampleZone,
            link: `${base}/app/tasks/${sampleId}`,
          },
        ],
      },
    ],
    profile: `${base}/app/profile`,
  }),
  words: ({ views, profile }: NewMatches, language) => {
    const count = views.reduce((sum, { matches }) => sum + matches.length, 0)
    const [first] = views
    const words = texts(language)
    const row = ({ task, rating, room, building, at, timeZone, link }: MatchedItem) => ({
      label: task ? `#${task.number} ${task.title}` : sayPlace(room, building),
      figure: task
        ? priorityFact(task.priority, language).value
        : rating === null
          ? words.feedback
          : words.rated({ rating }),
      against: [task && sayPlace(room, building), moment(at, timeZone, language)].filter(Boolean).join(' · '),
      url: link,
    })
    const shown = Math.ceil(atMost / views.length)
    const blocks = views.flatMap(({ name, link, matches }): Block[] => [
      { kind: 'text', text: words.view({ name }) },
      { kind: 'figures', rows: matches.slice(0, shown).map(row) },
      ...(matches.length > shown
        ? [{ kind: 'text' as const, text: words.more({ n: matches.length - shown }) }]
        : []),
      { kind: 'button', label: words.open, url: link },
    ])
    return layout({
      language,
      subject:
        views.length === 1 ? words.subject({ count, name: first.name }) : words.subjectOfMore({ count }),
      heading: words.heading,
      blocks: [...blocks, { kind: 'button', label: words.end, url: profile }],
      footer: words.footer,
    })
  },
})
