/** Times of a task `t` in minutes, as expressions of a statement. */

const minutesTo = (moment: string): string =>
  `greatest(0, extract(epoch from ${moment} - t.created_at)::float8 / 60)`

/** Of a task that is done: where it was never begun its end is the first that was done about it. */
export const firstActionMinutes = minutesTo('coalesce(t.first_action_at, t.started_at, t.completed_at)')
export const doneMinutes = minutesTo('t.completed_at')
