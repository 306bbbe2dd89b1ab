/** Loads a task for a dialog and keeps it as it was when the dialog opened. */
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '#client/errors.ts'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { getTask } from '#contracts/tasks.ts'
import { client } from '#desk-kit/lib/api.ts'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'

interface WithTaskProps {
  readonly id: string
  readonly children: (task: TaskDetail) => ReactNode
}

export const WithTask = ({ id, children }: WithTaskProps) => {
  const [task, setTask] = useState<TaskDetail>()
  const [error, setError] = useState<ApiError>()
  useEffect(() => {
    client.call(getTask, { params: { id } }).then(setTask, (fault: unknown) => {
      if (!(fault instanceof ApiError)) throw fault
      setError(fault)
    })
  }, [id])
  if (task) return children(task)
  return error ? <ErrorPanel error={error} /> : null
}
