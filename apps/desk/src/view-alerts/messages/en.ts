/** Texts of "Tell me when …" in ICU message format. The other languages have exactly these keys. */

export default {
  title: 'Notify me when …',
  sentence: 'Notify me of {what}.',
  sentenceWhere: 'Notify me of {what} {conditions}.',
  feedback: 'feedback',
  ratingAtMost: 'a rating of at most {rating}',
  ratingAtLeast: 'a rating of at least {rating}',
  ratingOf: 'a rating of {ratings}',
  task: 'a new task',
  taskOf: 'a new task of priority {priorities}',
  building: 'in {names}',
  amenity: 'at {names}',
  type: 'in amenities of type {names}',
  words: 'with the words “{words}”',
  withComment: 'with a comment',
  issue: 'that reports {names}',
  weekday: 'on {names}',
  hour: 'at {names}',
  category: 'about {names}',
  source: 'from {names}',
  assignee: 'for {names}',
  assigneeNobody: 'that is unassigned',
  assigneeMe: 'for me',
  preview:
    '{count, plural, =0 {There were no matches in the last 30 days.} one {This matched once in the last 30 days.} other {This matched {number} times in the last 30 days.}}',
  look: '{count, plural, one {Show it} other {Show them}}',
  asTheyAre: 'Based on the current state of the tasks.',
  many: 'That is about {number} a day. Add filters to get fewer.',
  outside: 'You cover other buildings, so you would not be notified.',
  viewName: 'View name',
  ways: 'Send by',
  choices: {
    both: 'Push, otherwise email',
    push: 'Push only',
    mail: 'Email only',
  },
  help: 'Matches within two minutes are combined. Quiet hours delay notifications.',
  switchedOff: '“Alerts for saved views” is switched off in your profile.',
  toProfile: 'Open profile',
  tell: 'Notify me',
  stop: 'Stop notifying me',
  unknown:
    'This view’s filters no longer exist, so no alerts are sent. Save the alert again with the current filters.',
  later: {
    feedback:
      'This view filters by later changes to feedback: done, labels, hidden, with an open task. Alerts only work for what is true of new feedback. Remove these filters.',
    tasks:
      'This view filters by later changes to tasks: overdue, done, SLA. Alerts only work for what is true of new tasks. Remove these filters.',
  },
  enough: 'You have reached the limit of {count} alerts. End one in your profile.',
} as const
