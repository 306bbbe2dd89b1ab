/** Texts of emails in ICU message format. The other languages have exactly these keys. */
export default {
  openTask: 'Open the task',
  assigned: {
    subject: 'Task for you: {title}',
    heading: 'A task for you',
    footer:
      'You get this email because the task was assigned to you. You can choose in your profile what you get emails about.',
  },
  fresh: {
    subject: 'New task: {title}',
    urgent: 'Urgent: {title}',
    heading: 'An unassigned task',
    footer: 'You get this email because you look after this building.',
  },
  reopened: {
    subject: 'Not fixed: {title}',
    heading: 'A visitor says it is not fixed',
    text: 'The task is open again.',
    footer:
      'You get this email because the task is assigned to you or to nobody. You can choose in your profile what you get emails about.',
  },
  resumed: {
    subject: 'Time to continue: {title}',
    heading: 'A task is no longer on hold',
    text: 'The hold has ended. If something still prevents the work, put the task on hold again.',
    footer:
      'You get this email because the task is assigned to you or to nobody. You can choose in your profile what you get emails about.',
  },
  told: {
    subject: 'News about your task: {title}',
    heading: 'A colleague has written about your task',
    text: 'Somebody who had this task before has added a note. Open the task to read it.',
  },
  withdrawn: {
    subject: 'No longer yours: {title}',
    heading: 'A task is no longer assigned to you',
    to: 'It is now assigned to {who}.',
    free: 'It is not assigned to anybody now.',
  },
  unheard: {
    subject: 'Nobody could be notified: {title}',
    heading: 'Nobody could be notified about a task',
    text: 'It is assigned to {who}, where nobody has an account. Please contact them yourself, or assign the task to a person: anyone with an email address but no account gets a link by email.',
    footer:
      'You get this email because you manage this team. You can choose in your profile what you get emails about.',
  },
  urgent: {
    subject: 'Urgent: {title}',
    heading: 'An urgent task',
    since: 'Since',
    assignee: 'Assigned to',
    nobody: 'Unassigned',
    footer:
      'You get this email because you manage this team. You can choose in your profile what you get emails about.',
  },
  news: {
    subject: '{count, plural, one {# task} other {# tasks}}: {first} and {more} more',
    heading: '{count, plural, one {# task needs your attention} other {# tasks need your attention}}',
    news: 'News',
    kinds: {
      'task-reopened': 'A visitor says it is not fixed',
      'task-unheard': 'Nobody could be notified',
      'urgent-task': 'Urgent',
      'task-assigned': 'Assigned to you',
      'task-told': 'A colleague has written',
      'task-resumed': 'No longer on hold',
      'task-withdrawn': 'No longer yours',
      'task-new': 'New and unassigned',
    },
    more: 'And {more} more: all are in your list.',
    button: 'Open the list',
    footer:
      'You get this email because these tasks are assigned to you or to nobody. You can choose in your profile what you get emails about.',
  },
  sampleAssignee: 'Bright Cleaning',
  sampleWords: 'It is still dripping.\nNow on the left.',
} as const
