import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  buildings: {
    name: 'Gebäude',
    missing: 'Es gibt noch kein Gebäude. Einrichtungen und Aufkleber gehören zu einem.',
  },
  import: {
    name: 'Aus einer Tabelle einlesen',
  },
  building: {
    name: 'Gebäude',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  newBuilding: 'Neues Gebäude',
  create: 'Gebäude anlegen',
  nameNeeded: 'Ein Gebäude braucht einen Namen.',
  address: 'Adresse',
  openTasks: 'Offene Aufgaben',
  hours: 'Zeiten',
  ownHours: 'Eigene',
  commonHours: 'Wie in den Einstellungen',
  hasOwnHours: 'Eigene Servicezeiten',
  search: 'Gebäude durchsuchen',
  noneTitle: 'Noch keine Gebäude',
  noneHelp: 'Ein Name genügt zum Anfang. Etagen und Einrichtungen kommen danach.',
  edit: 'Gebäude bearbeiten',
  editTitle: '{name} bearbeiten',
  contact: 'Kontakt',
  phone: 'Telefon',
  printStickers: 'Aufkleber drucken',
  delete: 'Gebäude löschen',
  deleteTitle: '{name} löschen',
  deleteHelp:
    '{amenities, plural, one {# Einrichtung geht mit; mit Rückmeldungen oder Aufgaben wird sie archiviert. Ihr Aufkleber führt dann nirgendwohin.} other {# Einrichtungen gehen mit; die mit Rückmeldungen oder Aufgaben werden archiviert. Ihre Aufkleber führen dann nirgendwohin.}}',
  floors: {
    title: 'Etagen und Räume',
    add: 'Ort hinzufügen',
    addBelow: 'Darunter hinzufügen',
    none: 'Noch keine Etagen. Einrichtungen kommen auch ohne aus.',
    nameNeeded: 'Ein Ort braucht einen Namen.',
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
    deleteHelp: 'Nur ein Ort ohne Einrichtungen und ohne weitere Orte darin kann gelöscht werden.',
    amenities: '{count, plural, one {# Einrichtung} other {# Einrichtungen}}',
    actionsOf: '{name} ändern',
  },
  spreadsheet:
    'Das ist eine Datei einer Tabellenkalkulation. Speichern Sie sie dort als CSV (in Excel: CSV UTF-8) und wählen Sie dann diese.',
  imports: {
    title: 'Tabelle einlesen',
    help: 'Fügen Sie eine Tabelle mit Kopfzeile ein oder wählen Sie eine CSV-Datei. Zuerst sehen Sie, was geschehen würde; behalten wird erst etwas, wenn Sie es sagen, und dann alles oder nichts.',
    exampleTitle: 'Ein Beispiel',
    takeExample: 'In das Feld übernehmen',
    table: 'Tabelle',
    tableHelp: 'Komma, Semikolon oder Tabulator zwischen den Spalten.',
    tooLarge: 'Höchstens 1 MB auf einmal.',
    empty: 'Fügen Sie zuerst eine Tabelle ein.',
    chooseFile: 'Datei wählen',
    check: 'Prüfen',
    import: '{count, plural, one {# Zeile einlesen} other {# Zeilen einlesen}}',
    wouldTitle: 'Was geschehen würde',
    didTitle: 'Was geschehen ist',
    onlyErrors: 'Nur Fehler',
    counts: '{created} neu, {updated} geändert, {unchanged} wie bisher, {errors} mit Fehlern.',
    nothingKept: 'Mit einem Fehler wird nichts behalten.',
    unknownColumns:
      '{count, plural, one {Die Spalte {names} ist hier nicht bekannt; nichts davon wird behalten.} other {Die Spalten {names} sind hier nicht bekannt; nichts davon wird behalten.}}',
    line: 'Zeile',
    result: 'Ergebnis',
    why: 'Warum',
    would: {
      CREATED: 'Neu',
      UPDATED: 'Geändert',
      UNCHANGED: 'Wie bisher',
      SKIPPED: 'Ausgelassen',
      ERROR: 'Fehler',
    },
    did: {
      CREATED: 'Angelegt',
      UPDATED: 'Geändert',
      UNCHANGED: 'Wie bisher',
      SKIPPED: 'Ausgelassen',
      ERROR: 'Fehler',
    },
  },
} satisfies Texts<typeof en>
