/** What an operator does with `npx wellkept` to a tenant is in that tenant's audit log, under one name. */
import type { TenantContext } from '#server/platform/context.ts'
import { recordChange } from '#server/platform/gate/audit.ts'
import { newId } from '#server/platform/ids.ts'

const actor = { kind: 'SYSTEM', id: 'operator', name: 'Operator (command line)' } as const

/** Of the whole tenant, or of each thing that the same transaction named; nobody's request, so each deed has its own id. */
export const recordDeed = (
  ctx: TenantContext,
  action: 'operator.importPlaces' | 'operator.exportEverything' | 'operator.makeDemo' | 'operator.resetDemo',
): void =>
  recordChange({ ...ctx, requestId: newId(ctx.now.getTime()) }, { action, target: null, fields: [], actor })
