/** Texts of the alert rules in ICU message format. The other languages have exactly these keys. */

export const places = {
  rules: {
    name: 'Alert rules',
    about: 'When feedback becomes a task or a notice.',
  },
} as const

export default {
  help: 'Tried in this order. A rule reads as a sentence; built-in ones can be changed and switched off.',
  newRule: 'New rule',
  editTitle: 'Edit rule',
  untitled: 'New rule',
  nameNeeded: 'A rule needs a name.',
  noneTitle: 'No rules',
  noneHelp: 'Without a rule feedback is only counted.',
  when: 'When',
  kinds: {
    ISSUE: 'a visitor names an issue',
    RATING: 'a rating is low',
    COUNT: 'several people report the same',
    USAGE: 'a place has been used often',
    REPEAT: 'a fault comes back',
  },
  safetyOnly: 'Only issues that endanger people',
  maxRating: 'This rating or lower',
  withoutIssue: 'Only where no issue is named',
  count: 'How many',
  where: 'Where',
  window: 'Within minutes',
  windowHelp: 'Empty: while the task is open, or 24 hours after the last report.',
  effect: 'Then',
  acts: {
    TASK: 'open a task',
    NOTICE: 'tell people',
    RAISE_PRIORITY: 'raise the priority',
  },
  priorityOfIssue: 'That of the issue',
  issue: 'Issue',
  tellWhom: 'Tell at once',
  people: {
    TECHNICIAN: 'technicians',
    MANAGER: 'managers',
    ADMIN: 'administrators',
  },
  noticeNeedsPeople: 'Choose whom to tell.',
  tryOut: 'Try on the last 30 days',
  wouldHaveFired: '{count, plural, one {Would have matched # time.} other {Would have matched # times.}}',
  shownOf: '{shown} of {count} shown.',
  showMore: '{count, plural, one {Show # more} other {Show # more}}',
  newest: 'The newest of them',
  match: '{issue}, {amenity}',
  sampled: 'There is more feedback than was read: only the newest was counted.',
  delete: 'Delete rule',
  deleteHelp: 'Tasks that it opened stay.',
  whenIssue:
    '{safety, select, yes {When a visitor reports {issues} and people may be in danger} other {When a visitor reports {issues}}}',
  whenRating:
    '{withoutIssue, select, yes {{most, plural, =1 {When a rating is 1 and no issue is named} one {When a rating is # or lower and no issue is named} other {When a rating is # or lower and no issue is named}}} other {{most, plural, =1 {When a rating is 1} one {When a rating is # or lower} other {When a rating is # or lower}}}}',
  whenCount: '{count, plural, one {When # person reports {issues}} other {When # people report {issues}}}',
  whenUsage:
    '{count, plural, one {When a place was used # time since the last cleaning} other {When a place was used # times since the last cleaning}}',
  atTypes: 'at {types}',
  inLocations: 'in {locations}',
  inBuildings: 'in {buildings}',
  within: '{minutes, plural, one {within # minute} other {within # minutes}}',
  whenRepeat:
    '{count, plural, one {When {issues} comes back # time after it was finished} other {When {issues} comes back # times after it was finished}}',
  whenRepeatSame:
    '{count, plural, one {When the same fault comes back # time after it was finished} other {When the same fault comes back # times after it was finished}}',
  withinDays: '{days, plural, one {within # day} other {within # days}}',
  openCause: 'open a task about the cause',
  openTask: 'open a task',
  notice: 'open nothing',
  raise: 'raise the priority of the open task',
  tell: 'tell {people} at once',
  sentence: '{when}, {act}.',
  whenDanger: 'When a visitor reports a danger to people',
  whenAnyIssue: 'When a visitor names any issue',
  whenCountSame:
    '{count, plural, one {When # person reports the same issue} other {When # people report the same issue}}',
  openTaskAs: 'open a task with priority {priority}',
  both: '{one} and {other}',
} as const
