/** What an operator does with `npx wellkept` to a tenant is in that tenant's audit log, under one name. */
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
 * Of the whole tenant, or of each thing that the same transaction named; nobody's request, so each entry has its own id.
 * @param target id of what was changed, where it is one thing
 * @param changes what was and is
 */
export const recordDeed = (
  ctx: TenantContext,
  action: AuditAction,
  target: string | null = null,
  changes: readonly Change[] = [],
): void =>
  recordChange(
    { ...ctx, requestId: newId(ctx.now.getTime()) },
    { action, target, fields: changes.map(({ field }) => field), changes, actor },
  )
