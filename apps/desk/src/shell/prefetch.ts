/** Prefetches the queries of a screen while its code and its messages still load. */
import { prefetchApi, tokens } from '../lib/api.ts'
import { roleOf } from '../lib/contract.ts'
import { includesRole } from '../lib/me.ts'
import type { ScreenQuery } from './screen-kinds.ts'

/** Queries that the plan may exclude wait for the current user, which says the plan. */
const mayRead = ({ endpoint }: ScreenQuery): boolean => {
  const role = roleOf(endpoint)
  return !endpoint.plan && (!role || includesRole(tokens.read()?.user.roles ?? [], role))
}

export const prefetch = (queries: readonly ScreenQuery[]): void => {
  for (const query of queries) if (mayRead(query)) prefetchApi(query.endpoint, query.input as never)
}
