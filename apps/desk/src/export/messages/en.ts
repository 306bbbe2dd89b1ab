/** Texts of the export in ICU message format. The other languages have exactly these keys. */
import { exportNames } from '#contracts/export-names.ts'

export default {
  titles: {
    feedback: 'Export feedback',
    tasks: 'Export tasks',
    amenities: 'Export amenities',
  },
  counting: 'Counting rows…',
  uncounted: 'The rows could not be counted.',
  rows: '{count, plural, one {# row} other {# rows}} at present.',
  help: 'The file contains what the list shows, with its filters and in its order.',
  tooMany:
    'In this order a file can have at most {most} rows. Narrow down the list or sort it by creation date.',
  columns: 'Columns',
  all: 'All columns',
  asShown: 'As in the list',
  columnNeeded: 'Choose at least one.',
  file: 'File',
  files: { xlsx: 'Excel workbook', semicolon: 'CSV with semicolons', comma: 'CSV with commas' },
  fileHelp: {
    xlsx: 'Numbers and dates are ready for calculations.',
    semicolon: 'For spreadsheets that write decimals with a comma, such as Excel in German.',
    comma: 'For spreadsheets in English and for other programs.',
  },
  words: 'Words beside codes',
  wordsHelp: 'The codes of the API stay; a further column says them in words.',
  download: 'Download file',
  done: 'File downloaded: {size} KB.',
  call: 'Export by API',
  callHelp: 'Replace the dots with an API key.',
  copyCall: 'Copy request',
  gives: 'The rows of a list as a file for spreadsheets and other systems.',
  names: exportNames.en,
} as const
