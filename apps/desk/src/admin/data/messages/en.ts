/** Texts of data and privacy in ICU message format. The other languages have exactly these keys. */

export const places = {
  data: {
    name: 'Data and privacy',
    about: 'What is kept how long, and everything to take away.',
  },
} as const

export default {
  retention: 'What is kept how long',
  comments: 'Comments and photos of visitors',
  keptDays:
    '{days, plural, one {# day, then they are removed. Ratings stay in the counts.} other {# days, then they are removed. Ratings stay in the counts.}}',
  keptAsPlan: 'As long as the plan keeps history. Ratings stay in the counts.',
  auditEntries: 'Entries of the audit log',
  keptAudit: '400 days. Nobody can change or remove one before.',
  exportFiles: 'Files of an export',
  keptExport: '7 days, or until the next export is done.',
  changeIt: 'Change it in the settings',
  export: 'Export everything',
  exportHelp:
    'One zip with all records as JSON Lines and all photos, readable without Wellkept. Whoever starts it gets a mail when it is done.',
  start: 'Start export',
  running: 'An export is under way',
  states: {
    QUEUED: 'Waits to begin',
    RUNNING: 'Being written',
    DONE: 'Done',
    FAILED: 'Failed',
    EXPIRED: 'No longer kept',
  },
  step: '{done} of {all} parts',
  written:
    '{records, plural, one {# record} other {# records}}, {photos, plural, one {# photo} other {# photos}}',
  download: 'Download zip ({size})',
  keptUntil: 'Kept until',
  checksum: 'SHA-256',
  failedHelp: 'It was tried several times. Nothing of your data changed; start another one.',
  startedBy: 'by {name}',
  lastExports: 'Last exports',
  noneYet: 'No export was started in the last 400 days.',
  log: 'Audit log',
  logHelp: 'Who changed what and when, for people and keys.',
  openLog: 'Open the audit log',
} as const
