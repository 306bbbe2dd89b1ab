import { exportNames } from '#contracts/export-names.ts'
import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  titles: {
    feedback: 'Rückmeldungen exportieren',
    tasks: 'Aufgaben exportieren',
    amenities: 'Einrichtungen exportieren',
  },
  counting: 'Zeilen werden gezählt…',
  uncounted: 'Die Zeilen konnten nicht gezählt werden.',
  rows: 'Derzeit {count, plural, one {# Zeile} other {# Zeilen}}.',
  help: 'Die Datei enthält, was die Liste zeigt, mit ihren Filtern und in ihrer Reihenfolge.',
  tooMany:
    'In dieser Reihenfolge hat eine Datei höchstens {most} Zeilen. Grenzen Sie die Liste ein oder sortieren Sie nach Eingang.',
  columns: 'Spalten',
  all: 'Alle Spalten',
  asShown: 'Wie in der Liste',
  columnNeeded: 'Wählen Sie mindestens eine.',
  file: 'Datei',
  files: { xlsx: 'Excel-Arbeitsmappe', semicolon: 'CSV mit Semikolons', comma: 'CSV mit Kommas' },
  fileHelp: {
    xlsx: 'Mit Zahlen und Daten kann gerechnet werden.',
    semicolon: 'Für Tabellenprogramme mit Dezimalkomma, etwa Excel auf Deutsch.',
    comma: 'Für Tabellenprogramme auf Englisch und für andere Programme.',
  },
  words: 'Worte neben Codes',
  wordsHelp: 'Die Codes der API bleiben; eine weitere Spalte sagt sie in Worten.',
  download: 'Datei herunterladen',
  done: 'Datei heruntergeladen: {size} KB.',
  call: 'Export über die API',
  callHelp: 'Ersetzen Sie die Punkte durch einen API-Schlüssel.',
  copyCall: 'Anfrage kopieren',
  gives: 'Die Zeilen einer Liste als Datei für Tabellenprogramme und andere Systeme.',
  names: exportNames.de,
} satisfies Texts<typeof en>
