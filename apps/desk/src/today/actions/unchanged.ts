/** What is taken back must not take a colleague's change with it: where the way back has no If-Match, it looks first. */
import { ApiError } from '#client/errors.ts'
import type { CallInput } from '#client/types.ts'
import type { BulkResult } from '#contracts/tasks/records.ts'
import { bulkTasks } from '#contracts/tasks.ts'
import { callOf } from '../../lib/api.ts'

export const changedSince = (code = 'PRECONDITION_FAILED', message = ''): ApiError =>
  new ApiError({ code: code as ApiError['code'], status: 412, message })

type Assign = NonNullable<CallInput<typeof bulkTasks>['body']>['assign']

/** Assigns while the task is as it was seen. @throws ApiError PRECONDITION_FAILED */
export const assignBack = async (id: string, version: number, assign: Assign): Promise<void> => {
  const body = { ids: [id], versions: [version], assign }
  const [result] = (await callOf(bulkTasks, { body }).send()) as readonly BulkResult[]
  if (!result?.ok) throw changedSince(result?.code, result?.error)
}
