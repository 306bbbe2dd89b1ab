/** Texts of the alert rules in ICU message format. The other languages have exactly these keys. */

export const places = {
  rules: {
    name: 'Alert rules',
    about: 'When feedback becomes a task or a notice.',
  },
} as const

export default {
  help: 'Checked in this order. You can change or switch off built-in rules.',
  newRule: 'New rule',
  editTitle: 'Edit rule',
  untitled: 'New rule',
  nameNeeded: 'Enter a name.',
  noneTitle: 'No rules',
  noneHelp: 'Without rules, feedback is only counted.',
  when: 'When',
  kinds: {
    ISSUE: 'a visitor reports an issue',
    RATING: 'a rating is low',
    COUNT: 'several people report the same issue',
    USAGE: 'a place has been used often',
    REPEAT: 'a fault comes back',
  },
  safetyOnly: 'Only safety issues',
  maxRating: 'This rating or lower',
  withoutIssue: 'Only if no issue is reported',
  count: 'Number',
  where: 'Where',
  window: 'Within (minutes)',
  windowHelp: 'Empty: while the task is open, or 24 hours after the last submission.',
  effect: 'Then',
  acts: {
    TASK: 'create a task',
    NOTICE: 'notify people',
    RAISE_PRIORITY: 'raise the priority',
  },
  priorityOfIssue: 'Priority of the issue',
  issue: 'Issue',
  tellWhom: 'Notify at once',
  people: {
    TECHNICIAN: 'technicians',
    MANAGER: 'managers',
    ADMIN: 'administrators',
  },
  noticeNeedsPeople: 'Choose who is notified.',
  tryOut: 'Test on the last 30 days',
  wouldHaveFired: '{count, plural, one {Would have matched # time.} other {Would have matched # times.}}',
  shownOf: '{shown} of {count} shown.',
  showMore: '{count, plural, one {Show # more} other {Show # more}}',
  newest: 'Most recent',
  match: '{issue}, {amenity}',
  sampled: 'There is more feedback than was read. Only the most recent was counted.',
  delete: 'Delete rule',
  deleteHelp: 'Tasks it has created stay.',
  whenIssue:
    '{safety, select, yes {When a visitor reports {issues} and people may be in danger} other {When a visitor reports {issues}}}',
  whenRating:
    '{withoutIssue, select, yes {{most, plural, =1 {When a rating is 1 and no issue is reported} one {When a rating is # or lower and no issue is reported} other {When a rating is # or lower and no issue is reported}}} other {{most, plural, =1 {When a rating is 1} one {When a rating is # or lower} other {When a rating is # or lower}}}}',
  whenCount: '{count, plural, one {When # person reports {issues}} other {When # people report {issues}}}',
  whenUsage:
    '{count, plural, one {When a place has been used # time since the last cleaning} other {When a place has been used # times since the last cleaning}}',
  atTypes: 'at {types}',
  inLocations: 'in {locations}',
  inBuildings: 'in {buildings}',
  within: '{minutes, plural, one {within # minute} other {within # minutes}}',
  whenRepeat:
    '{count, plural, one {When {issues} comes back # time after being fixed} other {When {issues} comes back # times after being fixed}}',
  whenRepeatSame:
    '{count, plural, one {When the same fault comes back # time after being fixed} other {When the same fault comes back # times after being fixed}}',
  withinDays: '{days, plural, one {within # day} other {within # days}}',
  openCause: 'create a task about the cause',
  openTask: 'create a task',
  notice: 'create no task',
  raise: 'raise the priority of the open task',
  tell: 'notify {people} at once',
  sentence: '{when}, {act}.',
  whenDanger: 'When a visitor reports a danger to people',
  whenAnyIssue: 'When a visitor reports any issue',
  whenCountSame:
    '{count, plural, one {When # person reports the same issue} other {When # people report the same issue}}',
  openTaskAs: 'create a task with priority {priority}',
  both: '{one} and {other}',
} as const
