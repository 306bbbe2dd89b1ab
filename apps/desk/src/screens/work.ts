/** Screens of the day: what happens, and who does something about it. */
import { getFeedbackDetail, getOverview, listRecentFeedback } from '#contracts/dashboard.ts'
import { getTask, listTasks, taskSummary } from '#contracts/tasks.ts'
import { chartWords } from '../charts/words.ts'
import { readInbox, rowsOf as rowsOfInbox } from '../feedback/search.ts'
import { feedbackWords } from '../feedback/words.ts'
import { firstUseWords } from '../first-use/words.ts'
import { askOf, page, record } from '../screen-kinds.ts'
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
    asks: (search) => [askOf(getOverview, overviewOf(search))],
    words: [todayWords, chartWords, firstUseWords],
    load: () => import('../today/today.tsx'),
  }),
  feedback: page({
    path: '/feedback',
    reads: listRecentFeedback,
    area: 'work',
    key: 'f',
    search: readInbox,
    asks: (search) => [askOf(listRecentFeedback, rowsOfInbox(search))],
    words: [feedbackWords, firstUseWords],
    load: () => import('../feedback/inbox.tsx'),
  }),
  submission: page({
    path: '/feedback/$id',
    reads: getFeedbackDetail,
    under: 'feedback',
    asks: (_search, id) => [askOf(getFeedbackDetail, { params: { id } })],
    words: [feedbackWords],
    load: () => import('../feedback/submission.tsx'),
  }),
  tasks: page({
    path: '/tasks',
    reads: listTasks,
    area: 'work',
    key: 't',
    search: readTasks,
    asks: (search, _id, reader) => [
      askOf(listTasks, rowsOfTasks(search, reader)),
      askOf(taskSummary, countsOf(search)),
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
