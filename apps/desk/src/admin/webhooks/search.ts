import type { CallInput } from '#client/types.ts'
import type { OutwardName } from '#contracts/outward.ts'
import { listWebhookDeliveries } from '#contracts/webhooks.ts'
import { valuesOf } from '#desk-kit/lib/contract.ts'
import { plusDays, startOfDay } from '#desk-kit/lib/days.ts'
import { day, pageNumber, some, text } from '#desk-kit/lib/search.ts'

export const deliveryStates = ['PENDING', 'DELIVERED', 'FAILED'] as const

/** All event names, including the test. */
export const eventNames = valuesOf(listWebhookDeliveries, 'type') as readonly OutwardName[]

export interface LogSearch {
  readonly q?: string | undefined
  readonly state?: (typeof deliveryStates)[number][] | undefined
  readonly type?: OutwardName[] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly page?: number | undefined
}

export const readLog = (search: Record<string, unknown>): LogSearch => ({
  q: text(search.q)?.slice(0, 100),
  state: some(search.state, deliveryStates),
  type: some(search.type, eventNames),
  from: day(search.from),
  to: day(search.to),
  page: pageNumber(search.page),
})

/** Query of the log: whole days in `timeZone`. */
export const deliveriesOf = (
  id: string,
  { from, to, ...search }: LogSearch,
  timeZone: string,
): CallInput<typeof listWebhookDeliveries> => ({
  params: { id },
  query: {
    ...search,
    from: from && startOfDay(from, timeZone),
    to: to && startOfDay(plusDays(to, 1), timeZone),
    sort: '-createdAt',
    // The largest page that may include payloads.
    body: true,
    pageSize: 20,
  },
})
