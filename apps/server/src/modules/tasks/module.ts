import * as contracts from '#contracts/tasks.ts'
import { module } from '#server/platform/module.ts'
import addTaskAttachment from './add-task-attachment.ts'
import addTaskNote from './add-task-note.ts'
import assignTask from './assign-task.ts'
import bulkTasks from './bulk-tasks.ts'
import claimTask from './claim-task.ts'
import createTask from './create-task.ts'
import deleteTask from './delete-task.ts'
import { exported } from './exported.ts'
import getTask from './get-task.ts'
import getTaskHistory from './get-task-history.ts'
import listTaskNotes from './list-task-notes.ts'
import listTasks from './list-tasks.ts'
import mergeTasks from './merge-tasks.ts'
import { schedules } from './schedules.ts'
import setTaskStatus from './set-task-status.ts'
import taskSummary from './task-summary.ts'
import updateTask from './update-task.ts'

export default module({
  name: 'tasks',
  implements: contracts,
  handlers: {
    addTaskAttachment,
    addTaskNote,
    assignTask,
    bulkTasks,
    claimTask,
    createTask,
    deleteTask,
    getTask,
    getTaskHistory,
    listTaskNotes,
    listTasks,
    mergeTasks,
    setTaskStatus,
    taskSummary,
    updateTask,
  },
  schedules,
  exported,
})
