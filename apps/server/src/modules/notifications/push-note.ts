/** Text of a push message about tasks: what is new, title, place. Never a visitor's words. */
import type { TaskFacts } from '#server/modules/tasks/public.ts'
import type { PushNote } from '#server/platform/push/note.ts'
import { placeLine, pushWords } from '#server/platform/push/words.ts'
import type { TaskMail } from './requests.ts'

interface NotedTask {
  readonly template: TaskMail
  readonly task: TaskFacts
}

const named = 3

/** @param news one or more, most important first */
export const noteOf = (news: readonly [NotedTask, ...NotedTask[]], preferred: string): PushNote => {
  const { language, words } = pushWords(preferred)
  const urgent = news.some(({ task }) => task.priority === 'URGENT')
  const [{ template, task }] = news
  if (news.length > 1)
    return {
      title: `${words.several}: ${news.length}`,
      body: news
        .slice(0, named)
        .map((one) => one.task.title)
        .join(' · '),
      path: '/app/work',
      tag: 'tasks',
      language,
      urgent,
    }
  const what = {
    'task-reopened': words.reopened,
    'task-unheard': words.unheard,
    'urgent-task': words.urgent,
    'task-assigned': words.assigned,
    'task-resumed': words.resumed,
    'task-told': words.told,
    'task-withdrawn': words.withdrawn,
    'task-new': urgent ? words.urgent : words.free,
  }[template]
  return {
    title: `${what}: ${task.title}`,
    body:
      template === 'task-withdrawn' && task.assigneeName !== null
        ? `→ ${task.assigneeName} · ${placeLine(task)}`
        : placeLine(task),
    path: `/app/work/tasks/${task.id}`,
    tag: `task-${task.id}`,
    language,
    urgent,
  }
}
