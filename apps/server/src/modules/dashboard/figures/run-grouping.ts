import type { TenantContext } from '#server/platform/context.ts'

/**
 * Rows of a statement that groups thousands of others. The planner takes a tenant's days to be two or three, and would
 * sort them to group them, which costs as much as reading them.
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
