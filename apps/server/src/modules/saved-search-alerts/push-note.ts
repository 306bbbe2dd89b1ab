/** Text of a push message about new rows: view, place, title. Never a visitor's words. */
import type { PushNote } from '#server/platform/push/note.ts'
import { placeLine, pushWords } from '#server/platform/push/words.ts'
import type { MatchedItem, MatchedView } from './mails/new-matches.ts'

const named = 3
/** A push message is limited in size, and a view's filters may be long. */
const longestPath = 600

const lineOf = (item: MatchedItem): string =>
  item.task?.title ??
  [item.rating === null ? '' : `${item.rating}/5`, placeLine(item)].filter(Boolean).join(' · ')

const pathOf = (link: string): string => {
  const { pathname, search } = new URL(link)
  return pathname.length + search.length > longestPath ? pathname : pathname + search
}

/** @param views one or more */
export const noteOf = (views: readonly [MatchedView, ...MatchedView[]], preferred: string): PushNote => {
  const { language, words } = pushWords(preferred)
  const [view] = views
  const items = views.flatMap((one) => one.matches)
  const names = views.map(({ name }) => name).join(', ')
  return {
    title: items.length === 1 ? `${words.fresh}: ${names}` : `${words.fresh} (${items.length}): ${names}`,
    body: items.slice(-named).map(lineOf).join(' · '),
    path: pathOf(items.length === 1 ? view.matches[0].link : view.link),
    // A tag for each message, so that a later one does not replace one that was not read.
    tag: `wish-${view.matches[0].id}`,
    language,
    urgent: false,
  }
}
