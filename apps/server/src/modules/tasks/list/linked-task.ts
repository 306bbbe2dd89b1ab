/** A task as a task link shows it to an operator: what the work needs, and nothing that visitors wrote. */

import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { Attachment, ChecklistItem, Note, Task } from '#contracts/tasks/records.ts'
import { nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import { presentPhotos } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { type NoteRow, noteColumns, presentNote } from '../notes/notes.ts'
import { rowsText } from './list-sql.ts'
import { titleOf } from './present-task.ts'
import type { ShownTaskRow } from './task-columns.ts'

/** What an email shows of the task. */
export interface LinkedHead {
  readonly id: string
  readonly number: number
  readonly title: string
  readonly priority: Task['priority']
  readonly building: string | null
  readonly amenity: string | null
  readonly location: string | null
  readonly category: string | null
  readonly reporterCount: number
  readonly dueAt: string | null
  /** of the building, else of the tenant */
  readonly timeZone: string
}

export interface LinkedTask extends LinkedHead {
  readonly description: string
  readonly status: Task['status']
  readonly completedAt: string | null
  readonly blocked: Pick<NonNullable<Task['blocked']>, 'reason' | 'since' | 'until' | 'note'> | null
  readonly checklist: readonly ChecklistItem[]
  readonly attachments: readonly Attachment[]
  /** the last 20, oldest first */
  readonly notes: readonly Note[]
}

const lastNotes = `select ${noteColumns} from task_note where tenant_id = $1 and task_id = $2 order by created_at desc, id desc limit 20`
const zonesText = `select t.id, coalesce(b.time_zone, n.time_zone) as zone from task t join tenant n on n.id = $1
  left join building b on b.tenant_id = $1 and b.id = t.building_id where t.tenant_id = $1 and t.id = any($2::uuid[])`

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const readRows = async (
  ctx: TenantContext,
  ids: readonly string[],
): Promise<readonly (ShownTaskRow & { readonly zone: string })[]> => {
  const [rows, places] = await Promise.all([
    ctx.run<ShownTaskRow>(rowsText, [ctx.tenantId, null, ids]),
    ctx.run<{ id: string; zone: string }>(zonesText, [ctx.tenantId, ids]),
  ])
  const zones = new Map(places.map(({ id, zone }) => [id, storedZone(zone)]))
  return rows.map((row) => ({ ...row, zone: zones.get(row.id) ?? 'UTC' }))
}

const presentHead = (
  row: ShownTaskRow & { readonly zone: string },
  language: VisitorLanguage,
): LinkedHead => ({
  id: row.id,
  number: row.number,
  title: titleOf({ ...row, language }),
  priority: row.priority as Task['priority'],
  building: row.building_name,
  amenity: row.amenity_name,
  location: row.location === '' ? null : row.location,
  category: row.category === null ? null : nameOfIssue(row.category, row.category_names ?? {}, language),
  reporterCount: row.reporter_count,
  dueAt: iso(row.due_at),
  timeZone: row.zone,
})

/** By id; deleted tasks are left out. */
export const readLinkedHeads = async (
  ctx: TenantContext,
  ids: readonly string[],
  language: VisitorLanguage,
): Promise<ReadonlyMap<string, LinkedHead>> =>
  new Map((await readRows(ctx, ids)).map((row) => [row.id, presentHead(row, language)]))

/** @throws ServiceError NOT_FOUND */
export const readLinkedTask = async (
  ctx: TenantContext,
  id: string,
  language: VisitorLanguage,
): Promise<LinkedTask> => {
  const [[row], notes] = await Promise.all([
    readRows(ctx, [id]),
    ctx.run<NoteRow>(lastNotes, [ctx.tenantId, id]),
  ])
  if (!row) throw notFound()
  const attachments = presentPhotos(ctx, row.photos)
  return {
    ...presentHead(row, language),
    description: row.description,
    status: row.status as Task['status'],
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
  }
}
