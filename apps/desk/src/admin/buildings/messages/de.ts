import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  buildings: {
    name: 'Gebäude',
    missing: 'Es gibt noch kein Gebäude. Einrichtungen und Aufkleber gehören zu einem Gebäude.',
  },
  import: {
    name: 'Tabelle importieren',
  },
  building: {
    name: 'Gebäude',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  newBuilding: 'Neues Gebäude',
  create: 'Gebäude anlegen',
  nameNeeded: 'Geben Sie einen Namen ein.',
  address: 'Adresse',
  openTasks: 'Offene Aufgaben',
  hours: 'Zeiten',
  ownHours: 'Eigene',
  commonHours: 'Aus den Einstellungen',
  hasOwnHours: 'Eigene Servicezeiten',
  search: 'Gebäude durchsuchen',
  noneTitle: 'Noch keine Gebäude',
  noneHelp: 'Für den Anfang genügt ein Name. Etagen und Einrichtungen folgen danach.',
  edit: 'Gebäude bearbeiten',
  editTitle: '{name} bearbeiten',
  contact: 'Kontakt',
  phone: 'Telefon',
  access: 'Zugang',
  hazards: 'Gefahren',
  notesHelp: 'Prüfpersonen und Techniker lesen das auf ihrem Telefon.',
  printStickers: 'Aufkleber drucken',
  delete: 'Gebäude löschen',
  deleteTitle: '{name} löschen',
  deleteHelp:
    '{amenities, plural, one {# Einrichtung wird mitgelöscht; mit Rückmeldungen oder Aufgaben wird sie archiviert. Ihr Aufkleber funktioniert dann nicht mehr.} other {# Einrichtungen werden mitgelöscht; die mit Rückmeldungen oder Aufgaben werden archiviert. Ihre Aufkleber funktionieren dann nicht mehr.}}',
  floors: {
    title: 'Etagen und Räume',
    add: 'Ort hinzufügen',
    addBelow: 'Darunter hinzufügen',
    none: 'Noch keine Etagen. Einrichtungen gehen auch ohne.',
    nameNeeded: 'Geben Sie einen Namen ein.',
    kind: 'Art',
    kinds: {
      FLOOR: 'Etage',
      AREA: 'Bereich',
      ROOM: 'Raum',
    },
    inside: 'Liegt in',
    top: 'dem Gebäude selbst',
    editTitle: '{name} umbenennen oder verschieben',
    renameMove: 'Umbenennen oder verschieben',
    delete: 'Löschen',
    deleteTitle: '{name} löschen',
    deleteHelp: 'Nur Orte ohne Einrichtungen und ohne weitere Orte können gelöscht werden.',
    amenities: '{count, plural, one {# Einrichtung} other {# Einrichtungen}}',
    actionsOf: '{name} ändern',
  },
  spreadsheet:
    'Das ist eine Tabellendatei. Speichern Sie sie als CSV (in Excel: CSV UTF-8) und wählen Sie dann diese Datei.',
  imports: {
    title: 'Tabelle importieren',
    help: 'Fügen Sie eine Tabelle mit Kopfzeile ein oder wählen Sie eine CSV-Datei. Sie sehen zuerst eine Vorschau. Gespeichert wird erst beim Importieren, und zwar alles oder nichts.',
    exampleTitle: 'Beispiel',
    takeExample: 'Beispiel einfügen',
    table: 'Tabelle',
    tableHelp: 'Spalten durch Komma, Semikolon oder Tabulator getrennt.',
    tooLarge: 'Höchstens 1 MB.',
    empty: 'Fügen Sie zuerst eine Tabelle ein.',
    chooseFile: 'Datei auswählen',
    check: 'Prüfen',
    import: '{count, plural, one {# Zeile importieren} other {# Zeilen importieren}}',
    wouldTitle: 'Vorschau',
    didTitle: 'Ergebnis',
    onlyErrors: 'Nur Fehler',
    counts: '{created} neu, {updated} geändert, {unchanged} unverändert, {errors} mit Fehlern.',
    nothingKept: 'Solange es Fehler gibt, wird nichts gespeichert.',
    unknownColumns:
      '{count, plural, one {Unbekannte Spalte {names}: Sie wird nicht importiert.} other {Unbekannte Spalten {names}: Sie werden nicht importiert.}}',
    line: 'Zeile',
    result: 'Ergebnis',
    why: 'Grund',
    would: {
      CREATED: 'Neu',
      UPDATED: 'Geändert',
      UNCHANGED: 'Unverändert',
      SKIPPED: 'Übersprungen',
      ERROR: 'Fehler',
    },
    did: {
      CREATED: 'Angelegt',
      UPDATED: 'Geändert',
      UNCHANGED: 'Unverändert',
      SKIPPED: 'Übersprungen',
      ERROR: 'Fehler',
    },
  },
} satisfies Texts<typeof en>
