/** Texts of emails in ICU message format. The other languages have exactly these keys. */
export default {
  confirm: {
    subject: 'Please confirm: emails about your report: {room}',
    heading: 'Do you want updates on your report by email?',
    lead: 'If you confirm, we email you when the team replies and when it is done.',
    button: 'Confirm',
    footer:
      'Someone entered this address for a report. If that was not you, you do not need to do anything: you will not get any more emails.',
  },
  outcome: {
    FIXED: {
      subject: 'Fixed: {room}',
      heading: 'What you reported is fixed',
      lead: 'The team says it is done. Is it fixed? If not, tell us on the page, and the task is reopened.',
      button: 'Tell us if it is fixed',
    },
    REPLY: {
      subject: 'A reply to your report: {room}',
      heading: 'A reply to your report',
      lead: 'The team has written to you:',
      button: 'Open your report',
    },
    footer: 'You gave this address to get updates on your report. We use it for nothing else.',
    stop: 'Stop emails about this report',
    sampleReply: 'Thank you.\nA plumber comes at 3 p.m.',
  },
} as const
