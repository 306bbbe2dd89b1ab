/** Screens of daily work. */
import { getFeedbackDetail, getOverview, listRecentFeedback } from '#contracts/dashboard.ts'
import { getTask, listTasks, taskSummary } from '#contracts/tasks.ts'
import { chartMessages } from '#desk-kit/charts/messages.ts'
import { page, queryOf, record } from '#desk-kit/shell/screen-kinds.ts'
import { feedbackMessages } from '../feedback/messages.ts'
import { readInbox, rowsOf as rowsOfInbox } from '../feedback/search.ts'
import { firstUseMessages } from '../first-use/messages.ts'
import { taskMessages } from '../tasks/messages.ts'
import { countsOf, readTasks, rowsOf as rowsOfTasks } from '../tasks/search.ts'
import { todayMessages } from '../today/messages.ts'
import { overviewOf, readToday } from '../today/search.ts'

export const workScreens = {
  today: page({
    path: '/',
    reads: getOverview,
    area: 'work',
    key: 'h',
    search: readToday,
    queries: (search) => [queryOf(getOverview, overviewOf(search))],
    messages: [todayMessages, chartMessages, firstUseMessages],
    load: () => import('../today/today.tsx'),
  }),
  feedback: page({
    path: '/feedback',
    reads: listRecentFeedback,
    area: 'work',
    key: 'f',
    search: readInbox,
    queries: (search) => [queryOf(listRecentFeedback, rowsOfInbox(search))],
    messages: [feedbackMessages, firstUseMessages],
    load: () => import('../feedback/inbox.tsx'),
  }),
  submission: page({
    path: '/feedback/$id',
    reads: getFeedbackDetail,
    under: 'feedback',
    queries: (_search, id) => [queryOf(getFeedbackDetail, { params: { id } })],
    messages: [feedbackMessages],
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
    messages: [taskMessages],
    load: () => import('../tasks/tasks.tsx'),
  }),
  task: record({
    path: '/tasks/$id',
    reads: getTask,
    under: 'tasks',
    title: ({ title }) => title,
    messages: [taskMessages],
    load: () => import('../tasks/task.tsx'),
  }),
}
