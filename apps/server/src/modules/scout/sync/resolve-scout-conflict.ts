import type { Severity } from '#contracts/scout/findings.ts'
import { resolveScoutConflict } from '#contracts/scout/phone/sync.ts'
import { type ConflictRow, closeConflict } from '#server/modules/scout/conflicts/public.ts'
import { change } from '#server/modules/scout/findings/public.ts'
import { lockScout, type OwnScout } from '#server/modules/scout/own/public.ts'
import { type AnswerField, answer } from '#server/modules/scout/rounds/public.ts'
import type { RealmContext, ScoutActor } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { conflictsById } from './present-conflicts.ts'

const lockText =
  'select * from scout_conflict where tenant_id = $1 and id = $2 and scout_id = $3 for no key update'

type Chosen = ReadonlyMap<string, unknown>

interface Wish {
  readonly choice?: 'MINE' | 'THEIRS' | undefined
  readonly fields?: Readonly<Record<string, 'MINE' | 'THEIRS' | { readonly value: unknown }>> | undefined
}

/** Field → its new value; fields whose value stays are left out. @throws ServiceError VALIDATION_ERROR */
const chosenIn = (row: ConflictRow, { choice, fields = {} }: Wish): Chosen => {
  if (choice === undefined && Object.keys(fields).length === 0) throw invalid('body.choice', 'is required')
  const unknown = Object.keys(fields).find((name) => !row.fields.some((field) => field.name === name))
  if (unknown !== undefined) throw invalid(`body.fields.${unknown}`, 'is not in conflict')
  const chosen = new Map<string, unknown>()
  for (const { name, mine } of row.fields) {
    const wish = fields[name] ?? choice
    if (wish === undefined) throw invalid(`body.fields.${name}`, 'is required')
    if (wish === 'MINE') chosen.set(name, mine.value)
    else if (wish !== 'THEIRS') chosen.set(name, wish.value)
  }
  return chosen
}

/** Writes the chosen values as the newest, having seen both. @throws ServiceError VALIDATION_ERROR once submitted */
const write = async (
  ctx: RealmContext<ScoutActor>,
  scout: OwnScout,
  { kind, record_id: recordId }: ConflictRow,
  chosen: Chosen,
): Promise<void> => {
  if (chosen.size === 0) return
  const origin = { clientId: newId(ctx.now.getTime()), session: ctx.actor.sessionId, said: ctx.now }
  const base = 2_147_483_647
  if (kind === 'INSPECTION') {
    const answers = [...chosen].map(([questionId, value]) => {
      const { note, ...field } = value as AnswerField
      return { questionId, ...field, ...(note === null ? {} : { note }), base }
    })
    await answer(ctx, scout, recordId, answers, origin)
    return
  }
  const { category, severity, text } = Object.fromEntries(
    [...chosen].map(([name, value]) => [name, String(value)]),
  )
  await change(
    ctx,
    scout,
    recordId,
    { category, severity: severity as Severity | undefined, text, base },
    origin,
  )
}

export default serve(resolveScoutConflict)(async (ctx, { params, body }) => {
  const scout = await lockScout(ctx)
  const [row] = await ctx.run<ConflictRow>(lockText, [ctx.tenantId, params.id, scout.id])
  if (!row) throw notFound()
  if (row.resolved_at !== null) throw invalid('id', 'is resolved already')
  await write(ctx, scout, row, chosenIn(row, body))
  await closeConflict(ctx, row.id)
  const [conflict] = await conflictsById(ctx, [row.id])
  if (!conflict) throw notFound()
  return conflict
})
