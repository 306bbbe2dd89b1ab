/** What other modules may use of tasks. */

export { default as assignTask } from './change/assign-task.ts'
export {
  type Assignment,
  assignEach,
  assignTasks,
  isAssignable,
  type Routed,
  type Routing,
  readAssignee,
  routeTasks,
} from './change/assignment.ts'
export { default as claimTask } from './change/claim-task.ts'
export { default as deleteTask } from './change/delete-task.ts'
export { type Escalation, escalateTask } from './change/escalate-task.ts'
export { type LoadedAuthor, type LoadedTask, loadTasks } from './change/load-tasks.ts'
export type { NewTask } from './change/new-task.ts'
export { openTasks } from './change/open-tasks.ts'
export { runOperation, wasDone } from './change/operations.ts'
export { type Reason, type StoredTry, sayReasons, sayTry } from './change/reasons.ts'
export { lockOpenTasksOf, releaseTasksOf } from './change/release-tasks.ts'
export { endedByItself } from './change/schedule-hold-ends.ts'
export { default as setTaskStatus } from './change/set-task-status.ts'
export {
  type AssigneeKey,
  assigneeOf,
  findLockable,
  lockTask,
  lockTasks,
  type TaskRow,
} from './change/task-row.ts'
export type { TryCode } from './change/try-texts.ts'
export { default as getTask } from './list/get-task.ts'
export { type LinkedHead, type LinkedTask, readLinkedHeads, readLinkedTask } from './list/linked-task.ts'
export { default as listTasks } from './list/list-tasks.ts'
export * as overdue from './list/overdue.ts'
export { languageOf } from './list/present-task.ts'
export { knownTaskCounts, knownTaskCountsOf, type StatusCounts } from './list/read-tallies.ts'
export { readPlaces, readScopeFacts } from './list/scope-facts.ts'
export { afterWord, questionOf, wordsOf } from './list/search-words.ts'
export { assignedBy, readTaskFacts, reopenedBy, type TaskFacts } from './list/task-facts.ts'
export { type AmongTasks, tasksAmong } from './list/tasks-among.ts'
export { type TaskWalk, type WalkedTask, walkTasks } from './list/walk-tasks.ts'
export { default as addTaskNote } from './notes/add-task-note.ts'
export { assigneeNameIn, assigneeNameOf } from './notes/assignee-name.ts'
export { hasPhotoAfter, photosForVisitors, requestUpload } from './notes/attachments.ts'
export { type ActionTime, actionTimeKey, historyAt } from './notes/history-at.ts'
export { setNoteSource } from './notes/note-source.ts'
export { addReports } from './problems/add-reports.ts'
export { nameInStory } from './problems/cause-story.ts'
export { titleOfCause } from './problems/cause-title.ts'
export { confirmByRatings } from './problems/confirm-by-ratings.ts'
export { feedbackOfTask, linkFeedback, type Report, statusItemsOfTasks } from './problems/links.ts'
export * as faults from './problems/open-faults.ts'
export { type OpenProblems, openProblems } from './problems/open-problems.ts'
export { joinedByReport } from './problems/problem-rows.ts'
export {
  type Joined,
  joinOpenProblem,
  type KnownProblem,
  type Opened,
  openTask,
  openTasksOfAmenity,
  type Problem,
  problemTitle,
  raisePriority,
  raisePriorityTo,
} from './problems/problems.ts'
export { readTitles } from './problems/read-titles.ts'
export { rejectedAt, wordsOfRejections } from './problems/rejection.ts'
export { noteByScout, removeScoutReport, reportByScout } from './problems/scout-reports.ts'
export { confirmTask, reopenTask, type TrackedTask, tasksOfFeedback } from './problems/visitor-outcome.ts'
export { followPeople } from './sla/follow-people.ts'
export { followRules, opensInTime } from './sla/follow-rules.ts'
export * as slaOutcomes from './sla/outcome-sql.ts'
export { hasClocks } from './sla/read-clocks.ts'
export { type ClockLevel, readTaskClocks, type TaskClock } from './sla/read-task-clocks.ts'
export {
  firstPosition as firstOpen,
  type OpenTaskPosition as OpenPlace,
  openTasksFrom,
} from './sla/walk-open.ts'
