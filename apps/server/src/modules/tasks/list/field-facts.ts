/** What a phone keeps of the tasks of its list: the code of each room, and the last words of visitors. */
import type { Task } from '#contracts/tasks/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { type OriginRow, originsText, presentOrigin } from './origin-feedback.ts'
import { languageOf } from './present-task.ts'
import type { ShownTaskRow } from './task-columns.ts'

const mostOfEach = 3

const codesText = `select amenity_id, code from qr_code
  where tenant_id = $1 and amenity_id = any($2::uuid[]) and retired_at is null`

/** By task id; a task without a room has no type and no code. */
export const fieldFacts = async (
  ctx: TenantContext,
  rows: readonly ShownTaskRow[],
): Promise<ReadonlyMap<string, NonNullable<Task['field']>>> => {
  const rooms = [...new Set(rows.flatMap(({ amenity_id }) => amenity_id ?? []))]
  const [codes, said] = await Promise.all([
    ctx.run<{ amenity_id: string; code: string }>(codesText, [ctx.tenantId, rooms]),
    ctx.run<OriginRow>(originsText, [ctx.tenantId, rows.map(({ id }) => id), mostOfEach]),
  ])
  const codeOf = new Map(codes.map(({ amenity_id, code }) => [amenity_id, code]))
  const saidOf = Map.groupBy(said, ({ task_id }) => task_id)
  return new Map(
    rows.map(({ id, amenity_id, amenity_type, language }) => [
      id,
      {
        type: amenity_type,
        qrCode: codeOf.get(amenity_id ?? '') ?? null,
        feedback: (saidOf.get(id) ?? []).map((one) => presentOrigin(one, languageOf(language), [])),
      },
    ]),
  )
}
