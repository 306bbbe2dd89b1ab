/** Times of a task `t` in minutes, as SQL expressions. */

const minutesTo = (moment: string): string =>
  `greatest(0, extract(epoch from ${moment} - t.created_at)::float8 / 60)`

/** Of a done task; if it was never started, the completion counts as first action. */
export const firstActionMinutes = minutesTo('coalesce(t.first_action_at, t.started_at, t.completed_at)')
export const doneMinutes = minutesTo('t.completed_at')
