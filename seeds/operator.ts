/** Actions by `npx wellkept` on a tenant are in its audit log, under one name. */
import type { Change } from '#server/platform/audit/changes.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { recordChange } from '#server/platform/gate/audit.ts'
import { newId } from '#server/platform/ids.ts'

const actor = { kind: 'SYSTEM', id: 'operator', name: 'Operator (command line)' } as const

type AuditAction =
  | 'operator.erasePerson'
  | 'operator.exportEverything'
  | 'operator.importPlaces'
  | 'operator.makeDemo'
  | 'operator.resetDemo'
  | 'operator.setPlan'

/**
 * Records an action on the tenant, or on each record given to `auditEach` in the transaction. There is no request,
 * so each entry has its own id.
 * @param target id of the changed record, if it is one
 * @param changes values before and after
 */
export const recordOperatorAction = (
  ctx: TenantContext,
  action: AuditAction,
  target: string | null = null,
  changes: readonly Change[] = [],
): void =>
  recordChange(
    { ...ctx, requestId: newId(ctx.now.getTime()) },
    { action, target, fields: changes.map(({ field }) => field), changes, actor },
  )
