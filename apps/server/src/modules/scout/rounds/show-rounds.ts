/** Outbound serializer of submitted rounds. */
import type { OutwardRound } from '#contracts/outward.ts'
import type { Serializers } from '#server/platform/context.ts'
import { type AdminRoundRow, adminRoundColumns, presentAdminRounds } from './present-round.ts'

const text = `select ${adminRoundColumns} where r.tenant_id = $1 and r.id = any($2::uuid[])`

export const showRounds: Serializers = {
  'scout.round_submitted': async (ctx, events) => {
    const rows = await ctx.run<AdminRoundRow>(text, [
      ctx.tenantId,
      events.map(({ payload }) => payload.roundId),
    ])
    const shown = await presentAdminRounds(ctx, rows)
    const roundOf = new Map(
      shown.map(
        ({ note, reason, returned, reviewer, schedule, timesRounded, findings, agreement, ...round }) => [
          round.id,
          round satisfies OutwardRound,
        ],
      ),
    )
    return new Map(
      events.map(({ id, payload: { roundId } }) => [
        id,
        { id: roundId, round: roundOf.get(roundId) ?? null, changes: [] },
      ]),
    )
  },
}
