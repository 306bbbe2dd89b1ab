/** Triage: labels, marking as done, and replies that visitors read. */
import type { BulkFeedback } from '#contracts/dashboard.ts'
import { addReports } from '#server/modules/tasks/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid, notFound, type ServiceError } from '#server/platform/errors.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import { newId } from '#server/platform/ids.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { visitorOutcome } from '../mails/visitor-outcome.ts'
import { outcomeAddresses } from '../tracking/outcome-address.ts'

type TriageInput = Omit<BulkFeedback, 'ids'>

interface SubmissionRow {
  id: string
  created_at: Date
  /** its name in the audit log */
  amenity_name: string
  erased: boolean
  handled: boolean
  labels: string[]
}

interface Change {
  readonly field: 'labels' | 'done' | 'reply' | 'taskId'
  readonly from: unknown
  readonly to: unknown
}

export interface Handled {
  /** errors by id, in the order of the input; undefined: succeeded */
  readonly faults: ReadonlyMap<string, ServiceError>
  /** submissions that changed, with the changed fields */
  readonly changed: readonly { readonly id: string; readonly name: string; readonly fields: string[] }[]
}

// Locked in one order, so that two requests about the same submissions wait for each other and do not deadlock.
const lockText = `with locked as materialized (
    select id, amenity_id, created_at, erased_at from feedback
    where tenant_id = $1 and id = any($2::uuid[]) order by id for no key update)
  select f.id, f.created_at, a.name as amenity_name, f.erased_at is not null as erased,
    exists (select from feedback_handled h where h.tenant_id = $1 and h.feedback_id = f.id) as handled,
    array(select l.label from feedback_label l where l.tenant_id = $1 and l.feedback_id = f.id order by l.label) as labels
  from locked f join amenity a on a.tenant_id = $1 and a.id = f.amenity_id`

const storeLabels = async (
  ctx: StaffContext,
  rows: readonly SubmissionRow[],
  labels: readonly string[],
): Promise<void> => {
  await ctx.run(
    `delete from feedback_label where tenant_id = $1 and feedback_id = any($2::uuid[]) and not label = any($3::text[])`,
    [ctx.tenantId, rows.map(({ id }) => id), labels],
  )
  await ctx.run(
    `insert into feedback_label (tenant_id, label, feedback_id, received_at)
     select $1, l.label, f.id, f.at from unnest($2::uuid[], $3::timestamptz[]) as f (id, at), unnest($4::text[]) as l (label)
     on conflict do nothing`,
    [ctx.tenantId, rows.map(({ id }) => id), rows.map((row) => row.created_at), labels],
  )
}

const markDone = async (ctx: StaffContext, rows: readonly SubmissionRow[], done: boolean): Promise<void> => {
  const ids = rows.map(({ id }) => id)
  if (!done) {
    await ctx.run('delete from feedback_handled where tenant_id = $1 and feedback_id = any($2::uuid[])', [
      ctx.tenantId,
      ids,
    ])
    return
  }
  const { kind, id, name } = ctx.actor
  await ctx.run(
    `insert into feedback_handled (tenant_id, feedback_id, received_at, at, author_kind, author_id, author_name)
     select $1, f.id, f.at, $4, $5, $6, $7 from unnest($2::uuid[], $3::timestamptz[]) as f (id, at)
     returning 1`,
    [ctx.tenantId, ids, rows.map((row) => row.created_at), ctx.now, kind, id, name],
  )
}

/** @returns the id of each reply, by submission id */
const storeReplies = async (
  ctx: StaffContext,
  rows: readonly SubmissionRow[],
  text: string,
  language: TriageInput['replyLanguage'],
): Promise<ReadonlyMap<string, string>> => {
  const replies = new Map(rows.map((row) => [row.id, newId(ctx.now.getTime())]))
  const { kind, id, name } = ctx.actor
  await ctx.run(
    `insert into feedback_reply (tenant_id, id, feedback_id, text, author_kind, author_id, author_name, created_at, language)
     select $1, r.id, r.feedback_id, $4, $5, $6, $7, $8, $9 from unnest($2::uuid[], $3::uuid[]) as r (id, feedback_id)
     returning 1`,
    [
      ctx.tenantId,
      [...replies.values()],
      [...replies.keys()],
      text,
      kind,
      id,
      name,
      ctx.now,
      language ?? null,
    ],
  )
  const waiting = await outcomeAddresses(ctx, [...replies.keys()])
  await askEach(
    ctx,
    visitorOutcome,
    waiting.flatMap(({ feedbackId }) => {
      const noteId = replies.get(feedbackId)
      return noteId === undefined ? [] : [{ feedbackId, outcome: 'REPLY' as const, noteId }]
    }),
  )
  return replies
}

const isSame = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length && after.every((one) => before.includes(one))

/**
 * Does what is possible; the others get an error each.
 * @throws ServiceError NOT_FOUND, VALIDATION_ERROR for a task that takes no reports: then nothing is done
 */
export const handleSubmissions = async (
  ctx: StaffContext,
  ids: readonly string[],
  { labels, done, reply, replyLanguage, taskId }: TriageInput,
): Promise<Handled> => {
  const wanted = [...new Set(ids)]
  const found = new Map(
    (await ctx.run<SubmissionRow>(lockText, [ctx.tenantId, wanted])).map((row) => [row.id, row] as const),
  )
  const faults = new Map<string, ServiceError>()
  for (const id of wanted) {
    const row = found.get(id)
    if (!row) faults.set(id, notFound())
    else if (reply !== undefined && row.erased)
      faults.set(id, invalid('body.reply', 'the report was erased, so it cannot be answered'))
  }
  const rows = wanted.flatMap((id) => {
    const row = found.get(id)
    return row && !faults.has(id) ? [row] : []
  })
  const named = labels && [...new Set(labels)].sort()
  const relabelled = named ? rows.filter((row) => !isSame(row.labels, named)) : []
  const settled = done === undefined ? [] : rows.filter(({ handled }) => handled !== done)
  if (named && relabelled.length > 0) await storeLabels(ctx, relabelled, named)
  if (done !== undefined && settled.length > 0) await markDone(ctx, settled, done)
  const joined =
    taskId === undefined || rows.length === 0
      ? []
      : await addReports(
          ctx,
          taskId,
          rows.map(({ id }) => id),
        )
  const replies = reply === undefined ? new Map() : await storeReplies(ctx, rows, reply, replyLanguage)

  const changesOf = (row: SubmissionRow): Change[] => [
    ...(relabelled.includes(row) ? [{ field: 'labels' as const, from: row.labels, to: named }] : []),
    ...(settled.includes(row) ? [{ field: 'done' as const, from: row.handled, to: done }] : []),
    ...(joined.includes(row.id) ? [{ field: 'taskId' as const, from: null, to: taskId }] : []),
    ...(replies.has(row.id) ? [{ field: 'reply' as const, from: null, to: replies.get(row.id) }] : []),
  ]
  const changed = rows.flatMap((row) => {
    const changes = changesOf(row)
    return changes.length > 0 ? [{ row, changes }] : []
  })
  await emitAll(
    ctx,
    'feedback.handled',
    changed.map(({ row, changes }) => ({ feedbackId: row.id, changes })),
  )
  return {
    faults,
    changed: changed.map(({ row, changes }) => ({
      id: row.id,
      name: row.amenity_name,
      fields: changes.map(({ field }) => field),
    })),
  }
}
