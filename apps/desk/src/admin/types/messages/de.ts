import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  types: {
    name: 'Arten und Anliegen',
    about: 'Arten von Einrichtungen, ihre wählbaren Anliegen und Statuspunkte.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  newType: 'Neue Art',
  noneTitle: 'Es gibt noch keine Art',
  search: 'Arten durchsuchen',
  builtIn: 'Eingebaut',
  issuesHelp:
    'In der Reihenfolge, in der Besucher sie sehen. Was entfernt wird, steht nicht mehr zur Wahl; der Verlauf behält es.',
  issueName: 'Name des Anliegens',
  issueNameNeeded: 'Jedes Anliegen braucht einen Namen in mindestens einer Sprache.',
  addIssue: 'Anliegen hinzufügen',
  safety: 'Gefahr für Menschen',
  statusItems: 'Statuspunkte',
  statusItemsHelp: 'Einer je Zeile; eine neue Einrichtung dieser Art bekommt sie.',
  typeName: 'Name der Art',
  nameNeeded: 'Eine Art braucht einen Namen in mindestens einer Sprache.',
  language: 'Namen auf',
  languageHelp: 'Eine Sprache ohne Namen nimmt den einer anderen.',
  editTitle: '{name} bearbeiten',
  delete: 'Löschen',
  deleteTitle: '{name} löschen',
  deleteHelp: 'Keine Einrichtung ist von dieser Art.',
} satisfies Texts<typeof en>
