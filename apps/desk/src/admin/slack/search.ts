import { one } from '#desk-kit/lib/search.ts'

const faults = ['denied', 'failed', 'taken', 'org'] as const

export interface SlackSearch {
  /** how the way through Slack ended */
  readonly error?: (typeof faults)[number] | undefined
}

export const readSlack = (search: Record<string, unknown>): SlackSearch => ({
  error: one(search.error, faults),
})
