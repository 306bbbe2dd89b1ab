/** Search parameters of sharing. */
import type { CallInput } from '#client/types.ts'
import type { viewGrant } from '#contracts/sharing/grants.ts'
import type { listShareAccess } from '#contracts/sharing/links.ts'
import { day, pageNumber } from '#desk-kit/lib/search.ts'

export interface LogSearch {
  readonly page?: number | undefined
}

export const readLinkLog = (search: Record<string, unknown>): LogSearch => ({ page: pageNumber(search.page) })

export const accessOf = (id: string, { page }: LogSearch): CallInput<typeof listShareAccess> => ({
  params: { id },
  query: { page, pageSize: 20 },
})

export interface GrantSearch {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export const readGrantDays = (search: Record<string, unknown>): GrantSearch => ({
  from: day(search.from),
  to: day(search.to),
})

export const figuresOf = (id: string, { from, to }: GrantSearch): CallInput<typeof viewGrant> => ({
  params: { id },
  query: { from, to },
})
