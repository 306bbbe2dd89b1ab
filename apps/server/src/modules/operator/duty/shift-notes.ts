/** Notes for the next shift: left at the end of one, read by colleagues who start, deleted after a day. */
import type { ShiftNote } from '#contracts/operator/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'

const hours = 24
export const noteEnds = 'operator.shift_note_ends'

const ends = (from: Date): Date => new Date(from.getTime() + hours * 3_600_000)

interface ShiftNoteRow {
  readonly id: string
  readonly text: string
  readonly author_id: string
  readonly author_name: string
  readonly at: Date
  readonly read_at: Date | null
}

// A member without buildings covers all, as author and as reader.
const intendedForText = `from operator me
  left join app_user mine on mine.tenant_id = $1 and mine.id = me.user_id
  join shift_note n on n.tenant_id = $1 and n.company_id is not distinct from me.company_id
    and n.operator_id <> me.id and n.at > $3
    and (n.building_ids = '{}' or coalesce(mine.building_ids, '{}') = '{}' or n.building_ids && mine.building_ids)
  where me.tenant_id = $1 and me.id = $2`

const listText = `select n.id, n.text, n.at, n.operator_id as author_id, author.name as author_name,
    (select at from shift_note_read r where r.tenant_id = $1 and r.note_id = n.id and r.operator_id = $2) as read_at
  ${intendedForText.replace('where', 'join operator author on author.tenant_id = $1 and author.id = n.operator_id where')}
  order by n.at desc, n.id desc limit 20`

const from = (ctx: TenantContext): Date => new Date(ctx.now.getTime() - hours * 3_600_000)

/** Notes of others for this operator, newest first. */
export const readShiftNotes = async (ctx: TenantContext, operatorId: string): Promise<ShiftNote[]> => {
  const rows = await ctx.run<ShiftNoteRow>(listText, [ctx.tenantId, operatorId, from(ctx)])
  return rows.map(({ id, text, author_id, author_name, at, read_at }) => ({
    id,
    text,
    author: { id: author_id, name: author_name },
    at: at.toISOString(),
    readAt: read_at?.toISOString() ?? null,
  }))
}

const insert = `insert into shift_note (tenant_id, id, operator_id, company_id, building_ids, text, at)
  select $1, $2, me.id, me.company_id, coalesce(mine.building_ids, '{}'), $4, $5
  from operator me left join app_user mine on mine.tenant_id = $1 and mine.id = me.user_id
  where me.tenant_id = $1 and me.id = $3
  returning 1`

export const leaveNote = async (ctx: TenantContext, operatorId: string, note: string): Promise<void> => {
  const id = newId(ctx.now.getTime())
  await ctx.run(insert, [ctx.tenantId, id, operatorId, note, ctx.now])
  await ctx.schedule(noteEnds, id, ends(ctx.now))
}

const mark = `insert into shift_note_read (tenant_id, note_id, operator_id, at)
  select $1, n.id, me.id, $4 ${intendedForText} and n.id = any($5::uuid[])
  on conflict do nothing`
const countIntendedText = `select count(*)::int as n ${intendedForText} and n.id = any($4::uuid[])`

/** @throws ServiceError NOT_FOUND if a note is not for the operator, or is gone */
export const markRead = async (
  ctx: TenantContext,
  operatorId: string,
  noteIds: readonly string[],
): Promise<void> => {
  const [found] = await ctx.run<{ n: number }>(countIntendedText, [
    ctx.tenantId,
    operatorId,
    from(ctx),
    noteIds,
  ])
  if (found?.n !== noteIds.length) throw notFound()
  await ctx.run(mark, [ctx.tenantId, operatorId, from(ctx), ctx.now, noteIds])
}

export const eraseShiftNotes = async (ctx: TenantContext, operatorId: string): Promise<void> => {
  await ctx.run('delete from shift_note where tenant_id = $1 and operator_id = $2', [
    ctx.tenantId,
    operatorId,
  ])
  await ctx.run('delete from shift_note_read where tenant_id = $1 and operator_id = $2', [
    ctx.tenantId,
    operatorId,
  ])
}

const endNote: ScheduledJobHandler = async (ctx, id) => {
  await ctx.run('delete from shift_note where tenant_id = $1 and id = $2', [ctx.tenantId, id])
}

export const noteWork = { [noteEnds]: endNote }
