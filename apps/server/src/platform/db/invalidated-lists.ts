/** Lists whose answers are cached, and how changes invalidate them. */

export type ListName = 'tasks'

/** A list, or `writes`: all write transactions of the tenant except those that called skipInvalidation. */
export type CounterName = ListName | 'writes'

/** A change increments a random slot, so that changes of one tenant do not wait for each other. */
const slots = 8

const raise = `insert into list_revision as r (tenant_id, list, slot, n)
  select $1, list, $3, 1 from unnest($2::text[]) as list order by list
  on conflict (tenant_id, list, slot) do update set n = r.n + 1`

/** Increments the change counters of the lists. Runs last before the commit, since the slot stays locked until then. */
export const incrementChangeCounters = (
  run: (text: string, values: readonly unknown[]) => Promise<unknown>,
  tenantId: string,
  lists: ReadonlySet<ListName>,
): Promise<unknown> => run(raise, [tenantId, [...lists], Math.floor(Math.random() * slots)])
