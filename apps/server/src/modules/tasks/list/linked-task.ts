/** One task as its link shows it to an operator: all that the work needs, and nothing that visitors wrote. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { Attachment, ChecklistItem, Note, Task } from '#contracts/tasks/records.ts'
import { nameOfIssue } from '#server/modules/admin/amenity-types/public.ts'
import { presentPhotos } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { type NoteRow, noteColumns, presentNote } from '../notes/notes.ts'
import { titleFor } from '../problems/problem-title.ts'
import { rowsText } from './list-sql.ts'
import type { ShownTaskRow } from './task-columns.ts'

export interface LinkedTask {
  readonly id: string
  readonly number: number
  readonly title: string
  readonly description: string
  readonly status: Task['status']
  readonly priority: Task['priority']
  readonly building: string | null
  readonly amenity: string | null
  readonly location: string | null
  readonly category: string | null
  readonly reporterCount: number
  readonly dueAt: string | null
  readonly completedAt: string | null
  readonly blocked: Pick<NonNullable<Task['blocked']>, 'reason' | 'since' | 'until' | 'note'> | null
  readonly checklist: readonly ChecklistItem[]
  readonly attachments: readonly Attachment[]
  /** the last 20, oldest first */
  readonly notes: readonly Note[]
  /** of the building, else of the tenant */
  readonly timeZone: string
}

const lastNotes = `select ${noteColumns} from task_note where tenant_id = $1 and task_id = $2 order by created_at desc, id desc limit 20`
const zoneText = `select coalesce(b.time_zone, n.time_zone) as zone from tenant n
  left join building b on b.tenant_id = $1 and b.id = $2 where n.id = $1`

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** @throws ServiceError NOT_FOUND */
export const readLinkedTask = async (
  ctx: TenantContext,
  id: string,
  language: VisitorLanguage,
): Promise<LinkedTask> => {
  const [[row], notes] = await Promise.all([
    ctx.run<ShownTaskRow>(rowsText, [ctx.tenantId, null, [id]]),
    ctx.run<NoteRow>(lastNotes, [ctx.tenantId, id]),
  ])
  if (!row) throw notFound()
  const [place] = await ctx.run<{ zone: string }>(zoneText, [ctx.tenantId, row.building_id])
  const attachments = presentPhotos(ctx, row.photos)
  return {
    id: row.id,
    number: row.number,
    title: titleFor(
      row.title,
      { category: row.category, names: row.category_names, amenity: row.amenity_name },
      language,
    ),
    description: row.description,
    status: row.status as Task['status'],
    priority: row.priority as Task['priority'],
    building: row.building_name,
    amenity: row.amenity_name,
    location: row.location === '' ? null : row.location,
    category: row.category === null ? null : nameOfIssue(row.category, row.category_names ?? {}, language),
    reporterCount: row.reporter_count,
    dueAt: iso(row.due_at),
    completedAt: iso(row.completed_at),
    blocked:
      row.blocked_reason === null
        ? null
        : {
            reason: row.blocked_reason as NonNullable<Task['blocked']>['reason'],
            since: (row.blocked_since ?? row.updated_at).toISOString(),
            until: iso(row.blocked_until),
            note: row.blocked_note,
          },
    checklist: row.checklist as ChecklistItem[],
    attachments,
    notes: notes.reverse().map((note) => presentNote(note, attachments)),
    timeZone: place?.zone ?? 'UTC',
  }
}
