/** Texts of data and privacy in ICU message format. The other languages have exactly these keys. */

export const places = {
  data: {
    name: 'Data and privacy',
    about: 'How long data is kept, and an export of all of it.',
  },
} as const

export default {
  retention: 'Retention',
  comments: 'Visitor comments and photos',
  keptDays:
    '{days, plural, one {# day, then they are deleted. Ratings still count.} other {# days, then they are deleted. Ratings still count.}}',
  keptAsPlan: 'As long as your plan keeps history. Ratings still count.',
  auditEntries: 'Audit log entries',
  keptAudit: '400 days. Nobody can change or delete an entry earlier.',
  exportFiles: 'Export files',
  keptExport: '7 days, or until the next export is done.',
  changeIt: 'Change in settings',
  export: 'Export all data',
  exportHelp:
    'One ZIP file with all records as JSON Lines and all photos, readable without Wellkept. You get an email when it is ready.',
  start: 'Start export',
  running: 'Export in progress',
  states: {
    QUEUED: 'Queued',
    RUNNING: 'In progress',
    DONE: 'Done',
    FAILED: 'Failed',
    EXPIRED: 'Expired',
  },
  step: '{done} of {all} parts',
  written:
    '{records, plural, one {# record} other {# records}}, {photos, plural, one {# photo} other {# photos}}',
  download: 'Download ZIP ({size})',
  keptUntil: 'Available until',
  checksum: 'SHA-256',
  failedHelp: 'The export failed several times. Your data has not changed. Start a new export.',
  startedBy: 'by {name}',
  lastExports: 'Recent exports',
  noneYet: 'No exports in the last 400 days.',
  support: 'Support access',
  supportHelp:
    'When you ask for help, Wellkept support can read here for 15 minutes after giving a reason. Names, addresses and texts of people are hidden, photos are not shown, and nothing can be changed. All administrators get an email at once.',
  supportOn: 'Allow support access',
  supportLog: 'Who had access',
  supportNone: 'Nobody of Wellkept support had access in the last 400 days.',
  supportReason: 'Reason: {reason}',
  log: 'Audit log',
  logHelp: 'Who changed what and when, for people and API keys.',
  openLog: 'Open audit log',
} as const
