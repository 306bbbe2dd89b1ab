import { mergeTasks } from '#contracts/tasks.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { auditEach } from '#server/platform/gate/audit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readTask } from '../list/present-task.ts'
import { removeWords } from '../list/search-words.ts'
import { writeHistory } from '../notes/history.ts'
import { historyTexts } from '../notes/history-texts.ts'
import { writeNotes } from '../notes/notes.ts'
import { moveLinks } from '../problems/links.ts'
import { requireUnmerged } from './access.ts'
import { changeTask, changeTasks, redirectMerged } from './change-task.ts'
import { fill } from './reasons.ts'
import { lockTasks, type TaskRow } from './task-row.ts'

const latest = (tasks: readonly TaskRow[]): Date | null =>
  tasks.reduce<Date | null>(
    (last, { last_report_at: at }) => (at !== null && (last === null || at > last) ? at : last),
    null,
  )

/** @param target locked by the caller, as are `duplicates` */
const merge = async (ctx: StaffContext, target: TaskRow, duplicates: readonly TaskRow[]): Promise<void> => {
  const ids = duplicates.map(({ id }) => id)
  const twice = await moveLinks(ctx, ids, target.id)
  const merged = await changeTasks(ctx, duplicates, { merged_into: target.id })
  await redirectMerged(ctx, ids, target.id)
  await removeWords(ctx, ids)
  const all = duplicates.reduce((sum, { reporter_count }) => sum + reporter_count, target.reporter_count)
  const reporters = Math.max(target.reporter_count, all - twice)
  const after = await changeTask(ctx, target, {
    reporter_count: reporters,
    last_report_at: latest([target, ...duplicates]),
  })
  const numbers = duplicates.map(({ number }) => `#${number}`).join(', ')
  await writeHistory(ctx, [
    {
      task: after,
      type: 'MERGED',
      changes: { tasks: [null, numbers], reporterCount: [target.reporter_count, reporters] },
    },
    ...merged.map((task) => ({
      task,
      type: 'MERGED_AWAY' as const,
      changes: { into: [null, `#${target.number}`] as const },
    })),
  ])
  const { MERGED, MERGED_AWAY } = historyTexts[await tenantLanguage(ctx)]
  await writeNotes(ctx, [
    ...duplicates.map(({ number, title }) => ({
      taskId: target.id,
      text: `${fill(MERGED, { tasks: `#${number}` })}: ${title}`,
    })),
    ...ids.map((taskId) => ({
      taskId,
      text: `${fill(MERGED_AWAY, { task: `#${target.number}` })}: ${target.title}`,
    })),
  ])
}

export default serve(mergeTasks)(async (ctx, { params, body }) => {
  const wanted = [...new Set(body.taskIds)]
  const tasks = await lockTasks(ctx, [params.id, ...wanted])
  const target = tasks.get(params.id)
  if (!target) throw notFound()
  const duplicates = wanted.map((id) => {
    const task = tasks.get(id)
    if (!task) throw notFound()
    return task
  })
  if (wanted.includes(target.id)) throw invalid('body.taskIds', 'a task cannot be merged into itself')
  requireUnmerged(target)
  const elsewhere = duplicates.find((task) => task.merged_into !== null && task.merged_into !== target.id)
  if (elsewhere) throw invalid('body.taskIds', `task #${elsewhere.number} was merged into another task`)
  const fresh = duplicates.filter((task) => task.merged_into === null)
  if (target.status === 'DONE' && fresh.some(({ status }) => status !== 'DONE')) {
    throw invalid('body.taskIds', 'open work cannot be merged into a task that is done; reopen it first')
  }
  if (fresh.length > 0) await merge(ctx, target, fresh)
  auditEach(
    ctx,
    [target, ...fresh].map(({ id, title }) => ({ id, name: title })),
  )
  return readTask(ctx, target.id)
})
