/** Prefetches the queries of a screen while its code and texts load. */
import { prefetchApi, tokens } from '../lib/api.ts'
import { roleOf } from '../lib/contract.ts'
import { includesRole } from '../lib/me.ts'
import type { ScreenQuery } from './screen-kinds.ts'

/** A query that needs a plan waits for the current user, which tells the plan. */
const mayRead = ({ endpoint }: ScreenQuery): boolean => {
  const role = roleOf(endpoint)
  return !endpoint.plan && (!role || includesRole(tokens.read()?.user.roles ?? [], role))
}

export const prefetch = (queries: readonly ScreenQuery[]): void => {
  for (const query of queries) if (mayRead(query)) prefetchApi(query.endpoint, query.input as never)
}
