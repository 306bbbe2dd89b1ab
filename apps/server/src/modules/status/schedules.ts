/** What time alone changes of status items: reports that nobody confirmed, problems that stayed solved. */
import type { Schedule, TenantContext } from '#server/platform/context.ts'
import { changeItem, lockItem } from './change-item.ts'
import { toState } from './present-item.ts'
import { afterQuiet, forgottenAfterMs, quietAfterMs } from './rules.ts'
import { unconfirmedForMs } from './status-mails.ts'

/** At most so many in one run, so that a transaction stays short; the next run is a minute away. */
const atOnce = 200

const due = `select id from status_item where tenant_id = $1
  and ((report = 'REPORTED' and last_report_at <= $2) or (report = 'RESOLVED' and report_since <= $3)) and report <> 'OK'
  order by id limit ${atOnce}`

const expire = async (ctx: TenantContext): Promise<void> => {
  const before = (ms: number): Date => new Date(ctx.now.getTime() - ms)
  for (const { id } of await ctx.run<{ id: string }>(due, [
    ctx.tenantId,
    before(forgottenAfterMs),
    before(quietAfterMs),
  ])) {
    const found = await lockItem(ctx, id)
    if (!found) continue
    const { amenity, item } = found
    const next = afterQuiet(
      toState(item),
      ctx.now,
      item.last_report_at ?? item.since,
      item.report_since ?? item.since,
    )
    if (next.report !== item.report) await changeItem(ctx, amenity, item, { next })
  }
  await ctx.run(
    'delete from status_subscription where tenant_id = $1 and confirmed_at is null and created_at < $2',
    [ctx.tenantId, before(unconfirmedForMs)],
  )
}

export const schedules: readonly Schedule[] = [
  { name: 'status-expiry', cron: '* * * * *', run: (_platform, forEachTenant) => forEachTenant(expire) },
]
