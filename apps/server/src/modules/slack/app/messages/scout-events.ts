/** Findings and rounds of scouts as webhooks tell them: a mystery visitor by the alias. */
import type { Outward } from '#contracts/outward.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { serializeEvents } from '#server/platform/events/serializers.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { newId } from '#server/platform/ids.ts'

type ScoutEvent = 'scout.finding_created' | 'scout.round_submitted'

export const readTold = async <N extends ScoutEvent>(
  ctx: TenantContext,
  type: N,
  payload: StoredEvent<N>['payload'],
): Promise<Outward<N> | undefined> => {
  const event = { id: newId(ctx.now.getTime()), type, tenantId: ctx.tenantId, at: ctx.now, payload }
  const [told] = await serializeEvents(ctx, [{ ...event, urgent: false } as StoredEvent])
  return told?.data as Outward<N> | undefined
}

export const readFinding = async (ctx: TenantContext, findingId: string) =>
  (await readTold(ctx, 'scout.finding_created', { findingId, taskId: null }))?.finding ?? undefined

export const readRound = async (ctx: TenantContext, roundId: string) =>
  (await readTold(ctx, 'scout.round_submitted', { roundId }))?.round ?? undefined
