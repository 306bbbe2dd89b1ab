/** What a tenant reads of the platform in its own audit log: what was done and why, not by whom. */
import type { TenantContext } from '#server/platform/context.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import type { PlatformChange } from './audit/append.ts'
import { support } from './change.ts'

export const tellTenant = (
  ctx: TenantContext,
  action: string,
  changes: readonly PlatformChange[],
  reason?: string,
): void =>
  recordAudit(ctx, {
    action: `platform.${action}`,
    target: null,
    fields: [...changes.map(({ field }) => field), ...(reason === undefined ? [] : ['reason'])],
    changes: [...changes, ...(reason === undefined ? [] : [{ field: 'reason', from: null, to: reason }])],
    actor: support,
  })
