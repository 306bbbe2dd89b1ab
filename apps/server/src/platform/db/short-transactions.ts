/** Short transactions for a streamed answer, after the transaction of its request. */
import type { StaffContext } from '../context.ts'
import { inTenant } from './tenant-db.ts'

/** Runs work in its own short transaction, with the caller and time of the request. */
export type Inside = <T>(work: (ctx: StaffContext) => Promise<T>) => Promise<T>

export const insideFor = (ctx: StaffContext, mode: 'read' | 'write'): Inside => {
  const { databases } = ctx.platform
  return (work) =>
    inTenant(databases.app, ctx.tenantId, mode, (transaction) => work({ ...ctx, ...transaction }))
}
