import * as contracts from '#contracts/tasks.ts'
import { module } from '#server/platform/module.ts'
import assignTask from './change/assign-task.ts'
import bulkTasks from './change/bulk-tasks.ts'
import claimTask from './change/claim-task.ts'
import createTask from './change/create-task.ts'
import deleteTask from './change/delete-task.ts'
import { endHold } from './change/end-hold.ts'
import mergeTasks from './change/merge-tasks.ts'
import { holdEndJob } from './change/schedule-hold-ends.ts'
import setTaskStatus from './change/set-task-status.ts'
import updateTask from './change/update-task.ts'
import { exported } from './exported.ts'
import getTask from './list/get-task.ts'
import listTasks from './list/list-tasks.ts'
import { taskSerializers } from './list/task-serializers.ts'
import taskSummary from './list/task-summary.ts'
import { lateByRules } from './mails/late-by-rules.ts'
import addTaskAttachment from './notes/add-task-attachment.ts'
import addTaskNote from './notes/add-task-note.ts'
import getTaskHistory from './notes/get-task-history.ts'
import listTaskNotes from './notes/list-task-notes.ts'
import { emitDeadlines, slaScan } from './sla/emit-deadlines.ts'
import { walkClocks } from './sla/follow-rules.ts'
import { amenityClocksJob, updateClocksOfAmenity } from './sla/update-clocks-of-amenity.ts'

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
    [amenityClocksJob]: updateClocksOfAmenity,
    [holdEndJob]: endHold,
  },
  serializers: taskSerializers,
  mails: { lateByRules },
  cronJobs: [slaScan],
  exported,
})
