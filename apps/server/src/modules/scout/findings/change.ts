/** A scout changes a finding until somebody began its task; each field is merged by its time. */
import { type MergedField, mergeField } from '#contracts/kit/merge.ts'
import { priorityOfSeverity, type Severity } from '#contracts/scout/findings.ts'
import { noteConflicts } from '#server/modules/scout/conflicts/public.ts'
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import { noteByScout, raisePriorityTo } from '#server/modules/tasks/public.ts'
import { clampTime } from '#server/platform/client-time.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { attachMedia } from './attach-media.ts'
import { type FieldName, type FindingRow, lockFinding } from './finding-row.ts'
import { categoryAt, openTaskFor } from './open-task.ts'
import type { Origin } from './report.ts'

interface Changes {
  readonly category?: string | undefined
  readonly severity?: Severity | undefined
  readonly text?: string | undefined
  readonly mediaIds?: readonly string[] | undefined
  readonly base?: number | undefined
}

const startedText = `select status <> 'OPEN' or started_at is not null as started from task where tenant_id = $1 and id = $2`

/** @throws ServiceError VALIDATION_ERROR once somebody began, or where it came to an end */
export const requireChangeable = async (ctx: TenantContext, finding: FindingRow): Promise<void> => {
  if (finding.state !== 'REPORTED' && finding.state !== 'ACCEPTED')
    throw invalid('id', `the finding is ${finding.state}`)
  if (finding.task_id === null) return
  const [task] = await ctx.run<{ started: boolean }>(startedText, [ctx.tenantId, finding.task_id])
  if (task?.started) throw invalid('id', 'somebody began the work on it')
}

const updateText = `update finding set category = $3, severity = $4, text = $5, fields = $6, changed_at = $7, version = version + 1
  where tenant_id = $1 and id = $2`

const names = ['category', 'severity', 'text'] as const satisfies readonly FieldName[]

/** @returns the id of the open conflict, if there is one. @throws ServiceError */
export const change = async (
  ctx: TenantContext,
  scout: OwnScout,
  id: string,
  changes: Changes,
  { clientId, session, said }: Origin,
): Promise<string | undefined> => {
  const finding = await lockFinding(ctx, scout, id)
  await requireChangeable(ctx, finding)
  if (changes.category !== undefined) await categoryAt(ctx, finding.amenity_id, changes.category)
  const at = clampTime(said, finding.created_at, ctx.now).toISOString()
  const fields: Record<string, MergedField<string>> = { ...finding.fields }
  const written = new Map<string, MergedField<string>>()
  for (const name of names) {
    const value = changes[name]
    if (value === undefined) continue
    const base = changes.base ?? fields[name]?.version ?? 0
    const { field } = mergeField(fields[name], { value, at, clientId, session, base })
    fields[name] = field
    written.set(name, field)
  }
  await attachMedia(ctx, scout, changes.mediaIds ?? [], { findingId: id })
  const after = {
    ...finding,
    category: fields.category?.value ?? finding.category,
    severity: (fields.severity?.value ?? finding.severity) as Severity,
    text: fields.text?.value ?? finding.text,
  }
  await ctx.run(updateText, [
    ctx.tenantId,
    id,
    after.category,
    after.severity,
    after.text,
    JSON.stringify(fields),
    ctx.now,
  ])
  await tellTask(ctx, finding, after, changes.mediaIds ?? [])
  return written.size === 0
    ? undefined
    : noteConflicts(ctx, { kind: 'FINDING', recordId: id, fields: written })
}

/** The task learns of a graver finding and of new words; an observation that became more gets one. */
const tellTask = async (
  ctx: TenantContext,
  before: FindingRow,
  { severity, ...after }: FindingRow,
  photoIds: readonly string[],
): Promise<void> => {
  if (severity === 'OBSERVATION') return
  if (before.task_id === null) {
    if (before.severity === 'OBSERVATION') await openTaskFor(ctx, { ...after, severity })
    return
  }
  await raisePriorityTo(ctx, before.task_id, priorityOfSeverity[severity])
  const text = after.text === before.text ? '' : after.text
  if (text !== '' || photoIds.length > 0) await noteByScout(ctx, before.task_id, { text, photoIds })
}
