import { mayMove } from '#contracts/kit/states.ts'
import { updateScout } from '#contracts/scout/admin-scouts.ts'
import { type ScoutState, scoutMoves } from '#contracts/scout/people.ts'
import { requireScope } from '#server/modules/places/lookup/public.ts'
import { handBackRounds } from '#server/modules/scout/rounds/public.ts'
import { revokeCodes } from '#server/platform/codes.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { ask } from '#server/platform/mail/define.ts'
import { endSessions } from '#server/platform/sessions.ts'
import { issueActivation } from './activation.ts'
import { readDates } from './dates.ts'
import { scoutInvited, sealedCode } from './mails/scout-invited.ts'
import { lockScout, presentOne, type ScoutRow, scopeOf } from './scout-row.ts'

const updateText = `update scout set alias = $3, own_name = $4, building_ids = $5, types = $6, blind = $7, valid_from = $8,
    valid_until = $9, extra_rounds = $10, reference = $11, state = $12, changed_at = $13, version = version + 1
  where tenant_id = $1 and id = $2 returning *`

const forgetText = `update scout set email = null, activated_at = null, platform = null, last_sync_at = null,
    own_name = alias, display_name = null where tenant_id = $1 and id = $2 returning *`

/** What is known of a revoked scout but the alias under which they signed is erased at once. */
const forget = async (ctx: TenantContext, row: ScoutRow): Promise<ScoutRow> => {
  await endSessions(ctx, { kind: 'SCOUT', subjectId: row.id })
  await revokeCodes(ctx, 'scout', row.id)
  const [forgotten] = await ctx.run<ScoutRow>(forgetText, [ctx.tenantId, row.id])
  return forgotten ?? row
}

/** @throws ServiceError VALIDATION_ERROR for a move that its state does not allow */
const requireMove = (before: ScoutRow, state: ScoutState | undefined, newCode: boolean): void => {
  const from = before.state as ScoutState
  if (from === 'REVOKED') throw invalid('body.state', 'a revoked scout cannot be changed; invite a new one')
  const isInvited = from === 'INVITED' && state === 'ACTIVE'
  if (state !== undefined && state !== from && (isInvited || !mayMove(scoutMoves, from, state)))
    throw invalid('body.state', `cannot become ${state} from ${from}`)
  if (newCode && (state ?? from) !== 'INVITED' && (state ?? from) !== 'ACTIVE')
    throw invalid('body.newCode', 'needs a scout who is invited or active')
}

const aliasAfter = (before: ScoutRow, name: string): string =>
  before.kind === 'MYSTERY' ? before.alias : (before.display_name ?? name)

export default serve(updateScout)(async (ctx, { params, body }) => {
  const before = await lockScout(ctx, params.id)
  requireMove(before, body.state, body.newCode === true)
  auditBefore(ctx, await presentOne(ctx, before))
  const scope = body.scope ?? scopeOf(before)
  await requireScope(ctx, scope, 'body.scope', scopeOf(before))
  const dates = readDates(ctx, body, { validFrom: before.valid_from, validUntil: before.valid_until })
  const name = body.name ?? before.own_name
  const [updated] = await ctx.run<ScoutRow>(updateText, [
    ctx.tenantId,
    before.id,
    aliasAfter(before, name),
    name,
    scope.buildingIds,
    scope.types ?? null,
    before.kind === 'MYSTERY' || (body.blind ?? before.blind),
    dates.validFrom,
    dates.validUntil,
    body.extraRounds ?? before.extra_rounds,
    body.reference === undefined ? before.reference : body.reference,
    body.state ?? before.state,
    ctx.now,
  ])
  let row = updated ?? before
  const handedBack = await handBackRounds(ctx, row.id)
  if (row.state === 'REVOKED') row = await forget(ctx, row)
  if (body.newCode) await endSessions(ctx, { kind: 'SCOUT', subjectId: row.id })
  const activation = body.newCode ? await issueActivation(ctx, row.id) : undefined
  if (activation && row.email !== null)
    await ask(ctx, scoutInvited, { scoutId: row.id, code: sealedCode(ctx, activation.activationCode) })
  return { ...(await presentOne(ctx, row)), handedBack: [...handedBack], ...activation }
})
