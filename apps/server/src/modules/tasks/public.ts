/** The door to tasks: for alerts, status, feedback, notifications, users and dashboard. */
export { feedbackOfTask, linkFeedback, statusItemsOfTasks } from './links.ts'
export { type LoadedAuthor, type LoadedTask, loadTasks } from './load-tasks.ts'
export { type OpenProblems, openProblems } from './open-problems.ts'
export {
  type Joined,
  joinOpenProblem,
  type KnownProblem,
  type NewTask,
  type Opened,
  openTask,
  openTasksOfAmenity,
  type Problem,
  problemTitle,
  type Report,
  raisePriority,
} from './problems.ts'
export { knownTaskCounts, knownTaskCountsOf, type StatusCounts } from './read-tally.ts'
export { rejectedAt, wordsOfRejections } from './rejection.ts'
export { releaseTasksOf } from './release-tasks.ts'
export { assignedBy, readTaskFacts, type TaskFacts } from './task-facts.ts'
export { confirmTask, reopenTask, type TrackedTask, tasksOfFeedback } from './visitor-outcome.ts'
export { afterWord, questionOf, wordsOf } from './words.ts'
