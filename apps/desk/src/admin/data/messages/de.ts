import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  data: {
    name: 'Daten und Datenschutz',
    about: 'Wie lange Daten aufbewahrt werden, und ein Export aller Daten.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  retention: 'Aufbewahrung',
  comments: 'Kommentare und Fotos von Besuchern',
  keptDays:
    '{days, plural, one {# Tag, dann werden sie gelöscht. Bewertungen zählen weiter.} other {# Tage, dann werden sie gelöscht. Bewertungen zählen weiter.}}',
  keptAsPlan: 'So lange, wie Ihr Tarif den Verlauf aufbewahrt. Bewertungen zählen weiter.',
  auditEntries: 'Einträge im Protokoll',
  keptAudit: '400 Tage. Vorher kann niemand einen Eintrag ändern oder löschen.',
  exportFiles: 'Exportdateien',
  keptExport: '7 Tage oder bis der nächste Export fertig ist.',
  changeIt: 'In den Einstellungen ändern',
  export: 'Alle Daten exportieren',
  exportHelp:
    'Eine ZIP-Datei mit allen Datensätzen als JSON Lines und allen Fotos, lesbar ohne Wellkept. Sie erhalten eine E-Mail, sobald sie fertig ist.',
  start: 'Export starten',
  running: 'Export läuft',
  states: {
    QUEUED: 'In Warteschlange',
    RUNNING: 'Läuft',
    DONE: 'Fertig',
    FAILED: 'Fehlgeschlagen',
    EXPIRED: 'Abgelaufen',
  },
  step: '{done} von {all} Teilen',
  written:
    '{records, plural, one {# Datensatz} other {# Datensätze}}, {photos, plural, one {# Foto} other {# Fotos}}',
  download: 'ZIP herunterladen ({size})',
  keptUntil: 'Verfügbar bis',
  checksum: 'SHA-256',
  failedHelp:
    'Der Export ist mehrmals fehlgeschlagen. Ihre Daten sind unverändert. Starten Sie einen neuen Export.',
  startedBy: 'von {name}',
  lastExports: 'Letzte Exporte',
  noneYet: 'Keine Exporte in den letzten 400 Tagen.',
  support: 'Support-Zugang',
  supportHelp:
    'Wenn Sie um Hilfe bitten, kann der Wellkept-Support nach Angabe eines Grundes 15 Minuten lang hier lesen. Namen, Adressen und Texte von Personen sind verborgen, Fotos werden nicht gezeigt, ändern lässt sich nichts. Alle Administratoren bekommen sofort eine E-Mail.',
  supportOn: 'Support-Zugang erlauben',
  supportLog: 'Wer hatte Zugang',
  supportNone: 'In den letzten 400 Tagen hatte niemand vom Wellkept-Support Zugang.',
  supportReason: 'Grund: {reason}',
  log: 'Protokoll',
  logHelp: 'Wer was wann geändert hat: Personen und API-Schlüssel.',
  openLog: 'Protokoll öffnen',
} satisfies Texts<typeof en>
