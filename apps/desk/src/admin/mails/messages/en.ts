/** Texts of notifications and mail in ICU message format. The other languages have exactly these keys. */

export const places = {
  mails: {
    name: 'Notifications and mail',
    about: 'Who is mailed, whether mails arrive, and how each of them looks.',
  },
} as const

export default {
  choices: 'Who is mailed',
  mailTechnicians: 'Mail to technicians about new tasks',
  mailManagers: 'Mail to managers about what needs attention',
  digest: 'Daily digest',
  digestHelp:
    'To managers and administrators, on each one’s own clock. Everybody may do without it: in their profile, or by the link in the mail.',
  noDigest: 'None',
  sender: 'Sender',
  from: 'From',
  checks: { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' },
  meanings: {
    spf: 'Which servers may send for the domain.',
    dkim: 'A key that proves who has sent a mail.',
    dmarc: 'What happens to mails that prove nothing.',
  },
  states: {
    FOUND: 'Found',
    MISSING: 'Not found',
    ASKING: 'Being asked',
    UNKNOWN: 'Could not be asked',
  },
  senderHelp:
    'Mail services sort out what does not prove where it comes from. Whoever looks after {domain} enters what is missing. DKIM is looked for under the usual names.',
  noDomain:
    'Nobody outside knows this sender, so mails to others will hardly arrive. Whoever runs the service sets MAIL_FROM.',
  looks: 'How mails look',
  which: 'Mail',
  language: 'Language',
  subject: 'Subject',
  asText: 'As plain text',
  sendMe: 'Send me this mail',
  sent: 'On its way to {email}.',
  names: {
    digest: 'What moved, each morning',
    'task-new': 'A new task',
    'task-assigned': 'A task for somebody',
    'task-news': 'Several tasks at once',
    'task-reopened': 'A visitor says that it is not fixed',
    'task-unheard': 'A task of which nobody could be told',
    'task-resumed': 'A task is no longer on hold',
    'urgent-task': 'An urgent task',
    escalated: 'A task whose time runs out',
    'late-by-rules': 'Late by new targets',
    'alert-notice': 'What an alert rule tells',
    'wish-news': 'What you asked to be told of',
    'task-link': 'A task for an operator without an account',
    'task-links': 'Several tasks for an operator without an account',
    'visitor-outcome': 'To a visitor: what became of the report',
    'outcome-confirm': 'To a visitor: confirm mails about a report',
    'subscription-confirm': 'To a visitor: confirm status mails',
    'status-changed': 'To a visitor: the status has changed',
    'sign-in': 'Sign in',
    invitation: 'Invitation',
    'password-reset': 'New password',
    'session-ended': 'A device was signed out',
    'test-notification': 'Test of notifications',
    'export-ready': 'The export is ready',
    'webhook-off': 'A webhook was switched off',
    'mailing-confirm': 'Confirm figures by mail',
    'mailing-issue': 'Figures by mail',
    'mailing-refused': 'Figures by mail are refused',
  },
} as const
