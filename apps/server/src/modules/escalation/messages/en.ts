/** Texts of emails in ICU message format. The other languages have exactly these keys. */
export default {
  subject: 'Escalated: {title}',
  heading: 'Time is running out for a task',
  rule: 'Rule',
  when: 'When',
  since: 'Since',
  assignee: 'Assigned to',
  nobody: 'Unassigned',
  button: 'Open the task',
  footer:
    'You get this email because of an escalation rule of your team. You can choose in your profile what you get emails about.',
  sampleRule: 'Late',
  atPercent:
    'at {percent} % of {clock, select, RESPOND {the time to start} RESOLVE {the time to finish} other {the time until it was due}}',
  atEnd:
    'at the end of {clock, select, RESPOND {the time to start} RESOLVE {the time to finish} other {the time until it was due}}',
  after:
    '{time} after {clock, select, RESPOND {the time to start} RESOLVE {the time to finish} other {the time until it was due}}',
} as const
