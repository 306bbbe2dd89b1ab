import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  types: {
    name: 'Arten und Anliegen',
    about: 'Arten von Einrichtungen mit wählbaren Anliegen und Statuspunkten.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  newType: 'Neue Art',
  noneTitle: 'Noch keine Arten',
  search: 'Arten durchsuchen',
  builtIn: 'Vorgegeben',
  issuesHelp:
    'In der Reihenfolge für Besucher. Entfernte Anliegen stehen nicht mehr zur Auswahl, bleiben aber im Verlauf.',
  issueName: 'Name des Anliegens',
  issueNameNeeded: 'Geben Sie für jedes Anliegen einen Namen in mindestens einer Sprache ein.',
  addIssue: 'Anliegen hinzufügen',
  safety: 'Gefahr für Menschen',
  statusItems: 'Statuspunkte',
  statusItemsHelp: 'Einer pro Zeile. Neue Einrichtungen dieser Art erhalten sie.',
  typeName: 'Name der Art',
  nameNeeded: 'Geben Sie einen Namen in mindestens einer Sprache ein.',
  language: 'Namen auf',
  languageHelp: 'Fehlt ein Name, wird der einer anderen Sprache verwendet.',
  editTitle: '{name} bearbeiten',
  delete: 'Löschen',
  deleteTitle: '{name} löschen',
  deleteHelp: 'Keine Einrichtung verwendet diese Art.',
} satisfies Texts<typeof en>
