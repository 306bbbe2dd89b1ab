/** What a screen begins with is asked for while its code and its words still come. */
import { askAhead, tokens } from '../lib/api.ts'
import { roleOf } from '../lib/contract.ts'
import { holds } from '../lib/me.ts'
import type { Ask } from '../screen-kinds.ts'

/** What the plan may leave out is not asked for before the own record tells the plan. */
const mayRead = ({ endpoint }: Ask): boolean => {
  const role = roleOf(endpoint)
  return !endpoint.plan && (!role || holds(tokens.read()?.user.roles ?? [], role))
}

export const begin = (asks: readonly Ask[]): void => {
  for (const ask of asks) if (mayRead(ask)) askAhead(ask.endpoint, ask.input as never)
}
