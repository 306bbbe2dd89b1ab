/** Text of a refusal by error code and rejected field. */
import type { ApiError } from '#client/errors.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { taskMessages } from './messages.ts'

/** @returns undefined where the text of the error code is enough */
export const useRefusal = (): ((error: ApiError) => string | undefined) => {
  const tasks = useMessages(taskMessages)
  return ({ code, details }) => {
    const path = details[0]?.path
    if (path === 'body.status' && code === 'VALIDATION_ERROR') return tasks.needsPhoto
    if (path === 'body.status' && code === 'CONFLICT') return tasks.sameProblem
    if (path === 'id' && code === 'VALIDATION_ERROR') return tasks.wasMerged
    return undefined
  }
}
