import { DateTime } from 'luxon'
import { createQrStock } from '#contracts/places/qr-codes.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { claimQuota } from '#server/platform/gate/plan-limits.ts'
import { serve } from '#server/platform/http/serve.ts'
import { addressOfCode, newQrCode } from '#server/platform/qr-code.ts'
import { insertCodes } from './codes.ts'

/** The day in the tenant's zone; the second batch of a day is "2026-11-20 2". */
const batchOfToday = async (ctx: StaffContext): Promise<string> => {
  const day =
    DateTime.fromJSDate(ctx.now, { zone: ctx.tenant.timeZone }).toISODate() ??
    ctx.now.toISOString().slice(0, 10)
  const rows = await ctx.run<{ batch: string }>(
    "select distinct batch from qr_code where tenant_id = $1 and (batch = $2 or batch like $2 || ' %')",
    [ctx.tenantId, day],
  )
  const used = new Set(rows.map(({ batch }) => batch))
  let name = day
  for (let number = 2; used.has(name); number++) name = `${day} ${number}`
  return name
}

export default serve(createQrStock)(async (ctx, { body }) => {
  await claimQuota(ctx, 'qrStock', body.count)
  const batch = body.batch ?? (await batchOfToday(ctx))
  const codes = Array.from({ length: body.count }, () => newQrCode())
  await insertCodes(
    ctx,
    codes.map((code) => ({ code, amenityId: null, batch })),
  )
  return {
    batch,
    codes: codes.map((code) => ({ code, url: addressOfCode(ctx.platform.config.baseUrl, code) })),
  }
})
