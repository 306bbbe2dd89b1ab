import * as contracts from '#contracts/tasks.ts'
import { module } from '#server/platform/module.ts'
import { blockEnds } from './change/ask-for-block-ends.ts'
import assignTask from './change/assign-task.ts'
import bulkTasks from './change/bulk-tasks.ts'
import claimTask from './change/claim-task.ts'
import createTask from './change/create-task.ts'
import deleteTask from './change/delete-task.ts'
import { endBlock } from './change/end-block.ts'
import mergeTasks from './change/merge-tasks.ts'
import setTaskStatus from './change/set-task-status.ts'
import updateTask from './change/update-task.ts'
import getTask from './list/get-task.ts'
import listTasks from './list/list-tasks.ts'
import { showTasks } from './list/show-task-events.ts'
import taskSummary from './list/task-summary.ts'
import { lateByRules } from './mails/late-by-rules.ts'
import addTaskAttachment from './notes/add-task-attachment.ts'
import addTaskNote from './notes/add-task-note.ts'
import getTaskHistory from './notes/get-task-history.ts'
import listTaskNotes from './notes/list-task-notes.ts'
import { schedules } from './schedules.ts'
import { emitDeadlines, slaScan } from './sla/emit-deadlines.ts'
import { amenityFollow, followAmenity } from './sla/follow-amenity.ts'
import { walkClocks } from './sla/follow-rules.ts'

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
  scheduledJobs: {
    'sla.moment': emitDeadlines,
    'sla.follow': walkClocks,
    [amenityFollow]: followAmenity,
    [blockEnds]: endBlock,
  },
  serializers: showTasks,
  mails: { lateByRules },
  schedules: [...schedules, slaScan],
})
