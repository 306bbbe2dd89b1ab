/** Takes back messages that wait. */
import type { TenantContext } from '../context.ts'

const withdrawText = `delete from outbox where tenant_id = $1 and channel = $2 and destination = any($3::text[])
    and state = 'WAITING' and claimed_until is null and sending_id is null and gather = $4 and kind = $5 and subject @> $6::jsonb
  returning destination`

/** Those that were not tried yet, because another one says more. @returns the destinations for which one was waiting */
export const withdraw = async (
  ctx: TenantContext,
  channel: string,
  destinations: readonly string[],
  message: { readonly kind: string; readonly gather: string; readonly subject: unknown },
): Promise<ReadonlySet<string>> => {
  const { kind, gather, subject } = message
  const rows = await ctx.run<{ destination: string }>(withdrawText, [
    ctx.tenantId,
    channel,
    destinations,
    gather,
    kind,
    JSON.stringify(subject),
  ])
  return new Set(rows.map(({ destination }) => destination))
}

/** All that wait, for one destination or for all of the channel; what is being sent is not tried again. */
export const withdrawAll = (
  ctx: TenantContext,
  channel: string,
  destination: string | null = null,
): Promise<unknown> =>
  ctx.run(
    `delete from outbox where tenant_id = $1 and channel = $2 and destination = coalesce($3, destination)
      and state = 'WAITING'`,
    [ctx.tenantId, channel, destination],
  )
