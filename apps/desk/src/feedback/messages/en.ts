/** Texts of the feedback in ICU message format. The other languages have exactly these keys. */

export const places = {
  feedback: {
    name: 'Feedback',
  },
  submission: {
    name: 'Feedback',
  },
} as const

export default {
  one: 'Submission',
  titleOf: 'Feedback on {amenity}',
  search: 'Search comments',
  comment: 'Comment',
  noComment: 'No comment.',
  rating: 'Rating',
  ratingOnly: 'Rating only',
  issues: 'Issues',
  received: 'Received',
  withComment: 'With a comment',
  state: 'Shown',
  states: {
    VISIBLE: 'Shown',
    QUARANTINED: 'Held back',
    HIDDEN: 'Hidden',
  },
  noneTitle: 'No feedback in the last 30 days',
  noneHelp: 'Once a visitor scans a sticker, what they say appears here.',
  facts: 'Facts',
  progress: 'Visitor sees',
  tracking: {
    RECEIVED: 'Received',
    IN_PROGRESS: 'Somebody is on it',
    RESOLVED: 'Done',
  },
  saidFixed: 'The visitor says it is fixed.',
  saidNotFixed: 'The visitor says it is not fixed.',
  messages: 'Later messages of the visitor',
  replies: 'Public replies',
  noReplies: 'None. A note marked public in the task is a reply.',
  makeTask: 'Make a task',
  taskTitle: 'Look at {amenity}',
  acts: {
    hide: 'Hide',
    show: 'Show again',
    release: 'Release',
  },
  actHelp: {
    hide: 'Only administrators will see the comment. The rating stays in the counts.',
    show: 'Managers will see the comment again.',
    release: 'It will count, and raise a task where a rule says so.',
  },
  reason: 'Reason',
  reasonNeeded: 'Say why; the audit log keeps it.',
  erase: 'Erase text and photos',
  eraseHelp: 'Text and photos are gone for good. The rating stays in the counts.',
} as const
