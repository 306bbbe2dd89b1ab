/** Transactions of an answer that goes on after the one of its request has ended. */
import type { StaffContext } from '../context.ts'
import { inTenant } from './tenant-db.ts'

/** Runs its work in a short transaction of its own, as whoever asked, at the moment at which they asked. */
export type Inside = <T>(work: (ctx: StaffContext) => Promise<T>) => Promise<T>

export const insideFor = (ctx: StaffContext, mode: 'read' | 'write'): Inside => {
  const { databases } = ctx.platform
  return (work) =>
    inTenant(databases.app, ctx.tenantId, mode, (transaction) => work({ ...ctx, ...transaction }))
}
