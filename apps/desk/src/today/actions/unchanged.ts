/** Undo must not overwrite a colleague's change: where the endpoint has no If-Match, the version is compared first. */
import { ApiError } from '#client/errors.ts'
import type { CallInput } from '#client/types.ts'
import type { BulkResult } from '#contracts/tasks/records.ts'
import { bulkTasks } from '#contracts/tasks.ts'
import { callOf } from '#desk-kit/lib/api.ts'

export const changedSince = (code = 'PRECONDITION_FAILED', message = ''): ApiError =>
  new ApiError({ code: code as ApiError['code'], status: 412, message })

type Assign = NonNullable<CallInput<typeof bulkTasks>['body']>['assign']

/** Assigns if the task still has this version. @throws ApiError PRECONDITION_FAILED */
export const assignBack = async (id: string, version: number, assign: Assign): Promise<void> => {
  const body = { ids: [id], versions: [version], assign }
  const [result] = (await callOf(bulkTasks, { body }).send()) as readonly BulkResult[]
  if (!result?.ok) throw changedSince(result?.code, result?.error)
}
