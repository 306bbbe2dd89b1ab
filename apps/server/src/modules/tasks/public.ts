/** The door to tasks: for alerts, status, feedback, users and dashboard. */
export { linkFeedback, statusItemsOfTask } from './links.ts'
export { type LoadedAuthor, type LoadedTask, loadTasks } from './load-tasks.ts'
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
export { releaseTasksOf } from './release-tasks.ts'
export { confirmTask, reopenTask, type TrackedTask, tasksOfFeedback } from './visitor-outcome.ts'
export { afterWord, questionOf, wordsOf } from './words.ts'
