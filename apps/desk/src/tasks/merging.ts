/**
 * Merges from the list. The service cannot take a merge back, so it is sent when undo is no longer offered, or when
 * the page is left; until then its tasks are only hidden.
 */
import { useSyncExternalStore } from 'react'
import { ApiError } from '#client/errors.ts'
import { mergeTasks } from '#contracts/tasks.ts'
import { client, refreshAfter, runAction } from '#desk-kit/lib/api.ts'
import { beforeSignOut } from '#desk-kit/lib/before-sign-out.ts'
import { dropUndo, offerUndo } from '#desk-kit/parts/undo.tsx'

interface Merge {
  readonly into: { readonly id: string; readonly title: string }
  readonly taskIds: readonly string[]
}

export interface Merging {
  /** ids of tasks that are about to be merged into another */
  readonly hidden: ReadonlySet<string>
  readonly refused: readonly { readonly merge: Merge; readonly error: ApiError }[]
}

let waiting: readonly Merge[] = []
let now: Merging = { hidden: new Set(), refused: [] }
let underWay: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()

const put = (merges: readonly Merge[], refused = now.refused): void => {
  waiting = merges
  now = { hidden: new Set(merges.flatMap(({ taskIds }) => taskIds)), refused }
  for (const listener of listeners) listener()
}

const without = (merge: Merge): readonly Merge[] => waiting.filter((one) => one !== merge)

const send = async (merge: Merge, leaving: boolean): Promise<void> => {
  const { into, taskIds } = merge
  try {
    await runAction(() =>
      client.call(mergeTasks, { params: { id: into.id }, body: { taskIds: [...taskIds] } }, { leaving }),
    )
    await refreshAfter(mergeTasks)
    put(without(merge))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    put(without(merge), [...now.refused, { merge, error }])
  }
}

/** @param message what the undo bar says */
export const mergeLater = (merge: Merge, message: string): void => {
  put([...waiting, merge], [])
  offerUndo(
    message,
    async () => put(without(merge)),
    (leaving) => {
      underWay = send(merge, leaving)
    },
  )
}

beforeSignOut(async () => {
  if (waiting.length > 0) dropUndo()
  await underWay
})

export const useMerging = (): Merging =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => now,
  )
