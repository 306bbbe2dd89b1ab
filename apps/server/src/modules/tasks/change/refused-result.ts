/** The result line of a task that a bulk call refused to change. */
import type { BulkResult } from '#contracts/tasks/records.ts'
import type { ServiceError } from '#server/platform/errors.ts'

export const refusedResult = ({
  code,
  message,
  details,
}: ServiceError): Pick<BulkResult, 'ok' | 'code' | 'error' | 'path'> => {
  const path = details?.[0]?.path
  return { ok: false, code, error: message, ...(path ? { path } : {}) }
}
