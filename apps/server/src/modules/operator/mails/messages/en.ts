/** Texts of emails in ICU message format. The other languages have exactly these keys. */
export default {
  reported: 'Reported',
  by: '{count, plural, one {by # person} other {by # people}}',
  one: {
    subject: 'Task for you: {title}',
    resumed: 'Time to continue: {title}',
    heading: 'A task for you',
    headingResumed: 'One of your tasks is no longer on hold',
    headingReopened: 'One of your tasks is open again',
    how: 'The link opens this task: start it, add notes and photos, and mark it as done. You need no account. The link is valid for 14 days, until the task is done or assigned to someone else. Please do not share it.',
    button: 'Open the task',
    footer: 'You get this email because the task was assigned to you.',
  },
  several: {
    subject: '{count, plural, one {# task for you} other {# tasks for you}}: {first} and {more} more',
    heading: '{count, plural, one {# task for you} other {# tasks for you}}',
    how: 'Each link opens one task: start it, add notes and photos, and mark it as done. You need no account. The link is valid for 14 days, until the task is done or assigned to someone else. Please do not share it.',
    open: 'Open task #{number}',
    news: 'News',
    reopened: 'Open again',
    resumed: 'No longer on hold',
    footer: 'You get this email because these tasks were assigned to you.',
  },
} as const
