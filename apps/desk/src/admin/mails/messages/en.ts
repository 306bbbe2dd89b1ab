/** Texts of notifications and mail in ICU message format. The other languages have exactly these keys. */

export const places = {
  mails: {
    name: 'Notifications and email',
    about: 'Who gets emails, whether they arrive, and what they look like.',
  },
} as const

export default {
  choices: 'Recipients',
  mailTechnicians: 'Email technicians about new tasks',
  mailManagers: 'Email managers about what needs attention',
  digest: 'Daily digest',
  digestHelp:
    'For managers and administrators, in each person’s time zone. Everyone can unsubscribe in their profile or by the link in the email.',
  noDigest: 'None',
  sender: 'Sender',
  from: 'From',
  checks: { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' },
  meanings: {
    spf: 'The servers that may send for the domain.',
    dkim: 'A key that proves who sent an email.',
    dmarc: 'What happens to emails that fail the checks.',
  },
  states: {
    FOUND: 'Found',
    MISSING: 'Not found',
    ASKING: 'Checking',
    UNKNOWN: 'Check failed',
  },
  senderHelp:
    'Mail services filter out emails whose origin is not proven. The administrator of {domain} adds the missing records. DKIM is checked under the usual names.',
  noDomain:
    'This sender is unknown outside, so emails to others will rarely arrive. The operator of the service sets MAIL_FROM.',
  looks: 'Email previews',
  which: 'Email',
  language: 'Language',
  subject: 'Subject',
  asText: 'As plain text',
  sendMe: 'Send me this email',
  sent: 'Sent to {email}.',
  names: {
    digest: 'Daily digest',
    'task-new': 'New task',
    'task-assigned': 'Task assigned',
    'task-news': 'Several new tasks',
    'task-reopened': 'Visitor says it is not fixed',
    'task-unheard': 'Task that nobody could be notified of',
    'task-resumed': 'Task no longer on hold',
    'urgent-task': 'Urgent task',
    escalated: 'Task running out of time',
    'late-by-rules': 'Overdue by new SLA targets',
    'alert-notice': 'Notice of an alert rule',
    'wish-news': 'Alert for a saved view',
    'task-link': 'Task for an operator without an account',
    'task-links': 'Several tasks for an operator without an account',
    'visitor-outcome': 'To a visitor: outcome of the report',
    'outcome-confirm': 'To a visitor: confirm emails about a report',
    'subscription-confirm': 'To a visitor: confirm status emails',
    'status-changed': 'To a visitor: status changed',
    'sign-in': 'Sign-in',
    invitation: 'Invitation',
    'password-reset': 'New password',
    'session-ended': 'Device signed out',
    'test-notification': 'Test notification',
    'export-ready': 'Export ready',
    'webhook-off': 'Webhook switched off',
    'mailing-confirm': 'Confirm a mailing',
    'mailing-issue': 'Mailing',
    'mailing-refused': 'Mailing refused',
    'scout-invited': 'Scout invited',
  },
} as const
