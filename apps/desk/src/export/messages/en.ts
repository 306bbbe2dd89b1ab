/** Texts of the export in ICU message format. The other languages have exactly these keys. */
import { exportNames } from '#contracts/export-names.ts'

export default {
  titles: {
    feedback: 'Export feedback',
    tasks: 'Export tasks',
    amenities: 'Export amenities',
  },
  counting: 'Counting the rows.',
  uncounted: 'The rows could not be counted.',
  rows: '{count, plural, one {# row} other {# rows}} at the moment.',
  help: 'The file has what the list shows, by its filters and in its order.',
  tooMany:
    'In this order a file has at most {most} rows: narrow the list, or sort it by when it was created.',
  columns: 'Columns',
  all: 'All columns',
  asShown: 'As in the list',
  columnNeeded: 'Choose at least one.',
  download: 'Download CSV',
  done: 'The file is here: {size} KB.',
  call: 'The same by the API',
  callHelp: 'With the key of another system in place of the dots.',
  copyCall: 'Copy call',
  gives: 'What a list shows, as a file for spreadsheets and other systems.',
  names: exportNames.en,
} as const
