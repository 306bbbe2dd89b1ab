import type { Handler } from '#server/platform/http/serve.ts'
import addTaskAttachment from './add-task-attachment.ts'
import addTaskNote from './add-task-note.ts'
import assignTask from './assign-task.ts'
import bulkTasks from './bulk-tasks.ts'
import claimTask from './claim-task.ts'
import createTask from './create-task.ts'
import deleteTask from './delete-task.ts'
import getTask from './get-task.ts'
import getTaskHistory from './get-task-history.ts'
import listTaskNotes from './list-task-notes.ts'
import listTasks from './list-tasks.ts'
import mergeTasks from './merge-tasks.ts'
import setTaskStatus from './set-task-status.ts'
import taskSummary from './task-summary.ts'
import updateTask from './update-task.ts'

export const routes: readonly Handler[] = [
  listTasks,
  createTask,
  taskSummary,
  bulkTasks,
  getTask,
  updateTask,
  deleteTask,
  setTaskStatus,
  assignTask,
  claimTask,
  listTaskNotes,
  addTaskNote,
  addTaskAttachment,
  getTaskHistory,
  mergeTasks,
]
