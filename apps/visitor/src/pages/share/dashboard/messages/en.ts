/** Messages of shared dashboards and reports only, in the languages of their files. */
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
