/** Search of the command palette: at most one request at a time. */
import { useEffect, useState } from 'react'
import type { Task, TaskSummary } from '#contracts/tasks/records.ts'
import { listTasks, taskSummary } from '#contracts/tasks.ts'
import { client } from '#desk-kit/lib/api.ts'

export interface SearchResults {
  readonly tasks: readonly Task[]
  readonly amenities: TaskSummary['amenities']
  readonly assignees: TaskSummary['assignees']
}

export type Looking = 'NOT' | 'LOOKING' | 'DONE' | 'FAILED'

const nothing: SearchResults = { tasks: [], amenities: [], assignees: [] }

/** pause in typing before a request */
const pauseMs = 150
const shown = 6

/** Moves the task with the typed number to the front. */
const exactFirst = (tasks: readonly Task[], typed: string): readonly Task[] => {
  const number = Number(/^#?\s*(\d+)$/.exec(typed)?.[1] ?? Number.NaN)
  return [
    ...tasks.filter((task) => task.number === number),
    ...tasks.filter((task) => task.number !== number),
  ]
}

export const useLookUp = (typed: string): { readonly found: SearchResults; readonly looking: Looking } => {
  const [answer, setAnswer] = useState<{ typed: string; found: SearchResults; looking: Looking }>()
  useEffect(() => {
    if (typed === '') return
    const stopped = new AbortController()
    const { signal } = stopped
    const look = async (): Promise<void> => {
      try {
        const { items } = await client.call(listTasks, { query: { q: typed, pageSize: shown } }, { signal })
        if (signal.aborted) return
        const tasks = exactFirst(items, typed)
        setAnswer({ typed, found: { ...nothing, tasks }, looking: 'LOOKING' })
        const { amenities, assignees } = await client.call(
          taskSummary,
          { query: { amenityQ: typed } },
          { signal },
        )
        if (!signal.aborted) setAnswer({ typed, found: { tasks, amenities, assignees }, looking: 'DONE' })
      } catch {
        if (!signal.aborted) setAnswer({ typed, found: nothing, looking: 'FAILED' })
      }
    }
    const timer = setTimeout(() => void look(), pauseMs)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [typed])
  if (typed === '') return { found: nothing, looking: 'NOT' }
  // Results for a shorter text are shown until the new ones arrive.
  return { found: answer?.found ?? nothing, looking: answer?.typed === typed ? answer.looking : 'LOOKING' }
}

export const shownOfEach = shown
