/** Texts of emails in ICU message format. The other languages have exactly these keys. */
export default {
  changed: {
    states: {
      OPERATIONAL: 'Working',
      DEGRADED: 'Known problem',
      MAINTENANCE: 'Being fixed',
      OUT_OF_ORDER: 'Out of order',
    },
    heading: 'The status has changed',
    item: 'What',
    state: 'Status',
    until: 'Expected until',
    button: 'Open the status page',
    footer: 'You get this email because you asked for updates on the status of this place.',
    stop: 'Stop status emails',
    sampleItem: 'Hot water',
    sampleNote: 'The boiler is being replaced.',
  },
  confirm: {
    subject: 'Please confirm: status emails for {room}',
    heading: 'Do you want status updates by email?',
    lead: 'If you confirm, we email you when the status of this place changes.',
    button: 'Confirm',
    footer:
      'Someone entered this address on a status page. If that was not you, you do not need to do anything: you will not get any more emails.',
  },
  page: {
    title: 'Emails from Wellkept',
    ask: 'Do you want an email when the status of {place} changes?',
    reads: 'You get an email when the status of {place} changes.',
    askReport: 'Do you want updates on your report by email?',
    report: 'You get updates on your report by email.',
    digest: 'You get an email each morning about what changed the day before.',
    ended: 'You get no emails from us.',
    unknown: 'This link is not valid. Your email program may have cut it off.',
    later: 'This is not possible right now. Please try again in a few minutes.',
    confirm: 'Yes, send me emails',
    decline: 'No',
    stop: 'Stop emails',
    status: 'Open the status page',
  },
} as const
