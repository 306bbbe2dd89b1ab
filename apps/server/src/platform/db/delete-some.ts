/** Deletes old rows in batches, so that no statement reaches its time limit. */
import type { TenantContext } from '../context.ts'

/** rows per statement */
const batchSize = 5000

const shape = /^delete from (\w+) where (.+)$/s

/** @returns the same deletion, limited to one batch */
const limitedText = (text: string): string => {
  const [, table, condition] = shape.exec(text) ?? []
  if (table === undefined || condition === undefined) throw new Error(`Not a plain deletion: ${text}`)
  const [head = ''] = text.split(' where ')
  return `with gone as (${head} where tenant_id = $1
      and ctid = any(array(select ctid from ${table} where ${condition} limit ${batchSize})) returning 1)
    select count(*) as n from gone`
}

/**
 * @param text `delete from TABLE where tenant_id = $1 and …`; $1 is the tenant, followed by the values
 * @returns whether there may be more
 */
export const deleteSome = async (
  ctx: TenantContext,
  text: string,
  ...values: readonly unknown[]
): Promise<boolean> => {
  const [row] = await ctx.run<{ n: number }>(limitedText(text), [ctx.tenantId, ...values])
  return row?.n === batchSize
}
