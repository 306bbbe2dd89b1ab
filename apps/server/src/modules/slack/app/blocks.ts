/** Pieces of Block Kit. */
import type { KnownBlock } from '@slack/web-api'

export type Block = KnownBlock

/** Text that cannot become markup. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The same where `*`, `_`, `~` and backticks would be formatting. */
export const literal = (text: string): string => escaped(text).replace(/[*_~`]/g, '$&\u200b')

const longestText = 3000

export const cut = (text: string, length = longestText): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`

/** A time, shown in the reader's own zone. */
export const when = (at: Date): string =>
  `<!date^${Math.floor(at.getTime() / 1000)}^{date_short_pretty} {time}|${at.toISOString().slice(0, 16).replace('T', ' ')} UTC>`

export const section = (text: string): Block => ({
  type: 'section',
  text: { type: 'mrkdwn', text: cut(text) },
})

export const context = (text: string): Block => ({
  type: 'context',
  elements: [{ type: 'mrkdwn', text: cut(text, 2000) }],
})

export const plain = (text: string) => ({ type: 'plain_text', text: cut(text, 75) }) as const

export const linkButton = (text: string, url: string): Block => ({
  type: 'actions',
  elements: [{ type: 'button', action_id: 'task.open', text: plain(text), url }],
})
