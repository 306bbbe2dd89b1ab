/** Finds the tenant of exactly this email address, QR code, webhook or request, without reading anything of it. */

import { readQrCode } from '#contracts/qr-code.ts'
import type { TenantRow } from '#contracts/super-admin/tenants.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isUuid } from '#server/platform/ids.ts'
import { inPlatform } from '../in-platform.ts'

type Matched = NonNullable<TenantRow['matched']>

const keptDays = 30
/** A person may be a member of several tenants. */
const emailText = 'select tenant_id, user_id::text as id from email_directory where email = $1 limit 100'
const qrText = 'select tenant_id, code as id from qr_directory where code = $1'
const webhookText = 'select tenant_id, id::text as id from webhook where id = $1 and deleted_at is null'
const requestText =
  'select tenant_id, request_id as id from audit_entry where request_id = $1 and at > $2 limit 20'

interface Found {
  tenant_id: string
  id: string
}

/** By tenant id. */
export const findExactly = async (
  { platform, now }: Pick<PlatformContext, 'platform' | 'now'>,
  q: string,
): Promise<ReadonlyMap<string, Matched>> => {
  const matches = new Map<string, Matched>()
  const add = (kind: Matched['kind'], rows: readonly Found[]): void => {
    for (const { tenant_id, id } of rows) if (!matches.has(tenant_id)) matches.set(tenant_id, { kind, id })
  }
  const { worker } = platform.databases
  if (q.includes('@'))
    add('EMAIL', await inPlatform(platform, (run) => run<Found>(emailText, [q.toLowerCase()])))
  const code = readQrCode(q)
  if (code !== undefined) add('QR_CODE', await inPlatform(platform, (run) => run<Found>(qrText, [code])))
  if (isUuid(q.toLowerCase()))
    add('WEBHOOK', (await worker.query<Found>({ name: 'webhook-of', text: webhookText, values: [q] })).rows)
  const since = new Date(now.getTime() - keptDays * 86_400_000)
  add(
    'REQUEST',
    (await worker.query<Found>({ name: 'request-of', text: requestText, values: [q, since] })).rows,
  )
  return matches
}
