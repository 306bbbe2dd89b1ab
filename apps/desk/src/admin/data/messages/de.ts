import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  data: {
    name: 'Daten und Datenschutz',
    about: 'Was wie lange aufbewahrt wird, und alles zum Mitnehmen.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  retention: 'Was wie lange bleibt',
  comments: 'Kommentare und Fotos von Besuchern',
  keptDays:
    '{days, plural, one {# Tag, dann werden sie entfernt. Bewertungen bleiben in den Zahlen.} other {# Tage, dann werden sie entfernt. Bewertungen bleiben in den Zahlen.}}',
  keptAsPlan: 'So lange, wie der Tarif die Geschichte bewahrt. Bewertungen bleiben in den Zahlen.',
  auditEntries: 'Einträge im Protokoll',
  keptAudit: '400 Tage. Vorher kann niemand einen ändern oder entfernen.',
  exportFiles: 'Dateien eines Exports',
  keptExport: '7 Tage, oder bis der nächste Export fertig ist.',
  changeIt: 'In den Einstellungen ändern',
  export: 'Alles exportieren',
  exportHelp:
    'Eine Zip-Datei mit allen Einträgen als JSON Lines und allen Fotos, lesbar ohne Wellkept. Wer ihn startet, bekommt eine Mail, wenn er fertig ist.',
  start: 'Export starten',
  running: 'Ein Export läuft',
  states: {
    QUEUED: 'Wartet auf den Beginn',
    RUNNING: 'Wird geschrieben',
    DONE: 'Fertig',
    FAILED: 'Fehlgeschlagen',
    EXPIRED: 'Nicht mehr da',
  },
  step: '{done} von {all} Teilen',
  written:
    '{records, plural, one {# Eintrag} other {# Einträge}}, {photos, plural, one {# Foto} other {# Fotos}}',
  download: 'Zip herunterladen ({size})',
  keptUntil: 'Bleibt bis',
  checksum: 'SHA-256',
  failedHelp: 'Es wurde mehrmals versucht. An Ihren Daten hat sich nichts geändert; starten Sie einen neuen.',
  startedBy: 'von {name}',
  lastExports: 'Letzte Exporte',
  noneYet: 'In den letzten 400 Tagen wurde kein Export gestartet.',
  log: 'Protokoll',
  logHelp: 'Wer was wann geändert hat, Personen und Schlüssel.',
  openLog: 'Protokoll öffnen',
} satisfies Texts<typeof en>
