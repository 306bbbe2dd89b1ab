/** Texts of shared dashboards and reports alone; they speak the languages of the files that they offer. */
export default {
  period: 'Period',
  lastDays: '{n, plural, one {Last day} other {Last # days}}',
  from: 'From',
  to: 'To',
  show: 'Show period',
  download: 'Download',
  pdf: 'PDF',
  csv: 'CSV table',
} as const
