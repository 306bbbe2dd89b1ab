/** Lists whose answers are cached, and how a change invalidates them. */

export type ListName = 'tasks'

/** A list, or anything at all of the tenant: every transaction that wrote counts there, but for those that no visitor sees. */
export type CounterName = ListName | 'writes'

/** Changes of one tenant raise one of these at random, so that they do not wait for each other. */
const slots = 8

const raise = `insert into list_revision as r (tenant_id, list, slot, n)
  select $1, list, $3, 1 from unnest($2::text[]) as list order by list
  on conflict (tenant_id, list, slot) do update set n = r.n + 1`

/** Increments the lists' change counters. Last before the commit: the slot stays locked until then. */
export const incrementChangeCounters = (
  run: (text: string, values: readonly unknown[]) => Promise<unknown>,
  tenantId: string,
  lists: ReadonlySet<ListName>,
): Promise<unknown> => run(raise, [tenantId, [...lists], Math.floor(Math.random() * slots)])
