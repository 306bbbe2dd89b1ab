/** Screens of the day: what happens, and who does something about it. */
import { getFeedbackDetail, getOverview, listRecentFeedback } from '#contracts/dashboard.ts'
import { getTask, listTasks, taskSummary } from '#contracts/tasks.ts'
import { chartWords } from '../charts/words.ts'
import { readInbox, rowsOf as rowsOfInbox } from '../feedback/search.ts'
import { feedbackWords } from '../feedback/words.ts'
import { firstUseWords } from '../first-use/words.ts'
import { page, queryOf, record } from '../screen-kinds.ts'
import { countsOf, readTasks, rowsOf as rowsOfTasks } from '../tasks/search.ts'
import { taskWords } from '../tasks/words.ts'
import { overviewOf, readToday } from '../today/search.ts'
import { todayWords } from '../today/words.ts'

export const workScreens = {
  today: page({
    path: '/',
    reads: getOverview,
    area: 'work',
    key: 'h',
    search: readToday,
    queries: (search) => [queryOf(getOverview, overviewOf(search))],
    words: [todayWords, chartWords, firstUseWords],
    load: () => import('../today/today.tsx'),
  }),
  feedback: page({
    path: '/feedback',
    reads: listRecentFeedback,
    area: 'work',
    key: 'f',
    search: readInbox,
    queries: (search) => [queryOf(listRecentFeedback, rowsOfInbox(search))],
    words: [feedbackWords, firstUseWords],
    load: () => import('../feedback/inbox.tsx'),
  }),
  submission: page({
    path: '/feedback/$id',
    reads: getFeedbackDetail,
    under: 'feedback',
    queries: (_search, id) => [queryOf(getFeedbackDetail, { params: { id } })],
    words: [feedbackWords],
    load: () => import('../feedback/submission.tsx'),
  }),
  tasks: page({
    path: '/tasks',
    reads: listTasks,
    area: 'work',
    key: 't',
    search: readTasks,
    queries: (search, _id, reader) => [
      queryOf(listTasks, rowsOfTasks(search, reader)),
      queryOf(taskSummary, countsOf(search)),
    ],
    words: [taskWords],
    load: () => import('../tasks/tasks.tsx'),
  }),
  task: record({
    path: '/tasks/$id',
    reads: getTask,
    under: 'tasks',
    title: ({ title }) => title,
    words: [taskWords],
    load: () => import('../tasks/task.tsx'),
  }),
}
