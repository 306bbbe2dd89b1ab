import type { TenantContext } from '#server/platform/context.ts'

/**
 * Runs a statement that groups thousands of rows. The planner underestimates a tenant's days and would sort them,
 * which costs as much as reading them.
 */
export const runGrouping = async <R>(
  ctx: TenantContext,
  text: string,
  values: readonly unknown[],
): Promise<R[]> => {
  const [, rows] = await Promise.all([
    ctx.run('set local enable_sort = off', []),
    ctx.run<R>(text, values),
    ctx.run('set local enable_sort to default', []),
  ])
  return rows
}
