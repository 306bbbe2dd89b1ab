import { exportNames } from '#contracts/export-names.ts'
import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'

export default {
  titles: {
    feedback: 'Rückmeldungen exportieren',
    tasks: 'Aufgaben exportieren',
    amenities: 'Einrichtungen exportieren',
  },
  counting: 'Die Zeilen werden gezählt.',
  uncounted: 'Die Zeilen konnten nicht gezählt werden.',
  rows: 'Im Augenblick {count, plural, one {# Zeile} other {# Zeilen}}.',
  help: 'Die Datei enthält, was die Liste zeigt, nach ihren Filtern und in ihrer Reihenfolge.',
  tooMany:
    'In dieser Reihenfolge hat eine Datei höchstens {most} Zeilen: Grenzen Sie die Liste ein, oder sortieren Sie nach der Zeit des Eingangs.',
  columns: 'Spalten',
  all: 'Alle Spalten',
  asShown: 'Wie in der Liste',
  columnNeeded: 'Wählen Sie mindestens eine.',
  download: 'CSV herunterladen',
  done: 'Die Datei ist da: {size} KB.',
  call: 'Dasselbe über die API',
  callHelp: 'Mit dem Schlüssel des anderen Systems anstelle der Punkte.',
  copyCall: 'Aufruf kopieren',
  gives: 'Was eine Liste zeigt, als Datei für Tabellenprogramme und andere Systeme.',
  names: exportNames.de,
} satisfies Texts<typeof en>
