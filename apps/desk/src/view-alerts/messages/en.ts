/** Texts of "Tell me when …" in ICU message format. The other languages have exactly these keys. */

export default {
  title: 'Tell me when …',
  sentence: 'Tell me when {what} comes.',
  sentenceWhere: 'Tell me when {what} comes {conditions}.',
  feedback: 'feedback',
  ratingAtMost: 'a rating of at most {rating}',
  ratingAtLeast: 'a rating of at least {rating}',
  ratingOf: 'a rating of {ratings}',
  task: 'a new task',
  taskOf: 'a new task of priority {priorities}',
  building: 'in {names}',
  amenity: 'at {names}',
  type: 'in rooms of the kind {names}',
  words: 'with the words “{words}”',
  withComment: 'with a comment',
  issue: 'that names {names}',
  weekday: 'on {names}',
  hour: 'at {names}',
  category: 'about {names}',
  source: 'from {names}',
  assignee: 'for {names}',
  assigneeNobody: 'that nobody has',
  assigneeMe: 'for me',
  trial:
    '{count, plural, =0 {In the last 30 days nothing would have been told.} one {That would have been once in the last 30 days.} other {That would have been {number} times in the last 30 days.}}',
  look: '{count, plural, one {Look at it} other {Look at them}}',
  asTheyAre: 'Counted by what the tasks are now.',
  many: 'That is some {number} a day. Add filters to the view, or you will stop reading.',
  outside: 'You cover other buildings: nothing would be told.',
  viewName: 'Name of the view',
  ways: 'How',
  choices: {
    both: 'Notification, else mail',
    push: 'Notification only',
    mail: 'Mail only',
  },
  help: 'What comes within two minutes is told together. Quiet hours hold it back.',
  switchedOff: 'Your profile holds this kind of news back: “What you wished to hear of” is off there.',
  toProfile: 'To the profile',
  tell: 'Tell me',
  stop: 'Tell me no more',
  unknown:
    'Its filters are not known any more, so nothing is told. Save the wish again with the filters that the view has now.',
  later: {
    feedback:
      'This view asks what became of feedback: settled, labels, hidden, with an open task. Only what is true of something new can be told. Take those filters off.',
    tasks:
      'This view asks what became of tasks: overdue, done, the SLA. Only what is true of something new can be told. Take those filters off.',
  },
  enough: 'You have {count} wishes, and that is the most. End one in your profile.',
} as const
