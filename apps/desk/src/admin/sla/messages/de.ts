import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as english } from './en.ts'

export const places = {
  slaPolicies: {
    name: 'SLA-Richtlinien',
    about: 'Wie bald Aufgaben begonnen und erledigt sein müssen und in welchen Zeiten.',
  },
} satisfies Texts<typeof english>

export default {
  help: 'Die erste Richtlinie, die für den Ort einer Aufgabe gilt, bestimmt ihre Fristen. Sonst gelten die Standardfristen.',
  newPolicy: 'Neue Richtlinie',
  editTitle: 'Richtlinie bearbeiten',
  nameNeeded: 'Geben Sie einen Namen ein.',
  noneTitle: 'Keine Richtlinien',
  noneHelp:
    'Es gelten die Standardfristen, nach den Zeiten jedes Gebäudes. Eine Richtlinie legt für bestimmte Orte andere fest.',
  where: 'Wo',
  targets: 'Reagieren und beheben',
  targetsHelp: 'Arbeitstage enden mit der letzten Servicestunde. Laufende Uhren werden sofort angepasst.',
  short: '{priority}: {respond} / {resolve}',
  shortAlways: '{priority}: {respond} / {resolve}, rund um die Uhr',
  days: '{count, plural, one {# Arbeitstag} other {# Arbeitstage}}',
  priority: 'Priorität',
  respond: 'Reagieren in',
  resolve: 'Beheben in',
  runs: 'Uhr läuft',
  clocks: {
    ALWAYS: 'Rund um die Uhr',
    HOURS: 'Während der Servicezeiten',
  },
  amountOf: '{priority}: {part}',
  unitOf: '{priority}: {part}, Einheit',
  units: {
    MINUTES: '{count, plural, one {Minute} other {Minuten}}',
    HOURS: '{count, plural, one {Stunde} other {Stunden}}',
    DAYS: '{count, plural, one {Arbeitstag} other {Arbeitstage}}',
  },
  amountNeeded: 'Geben Sie überall eine ganze Zahl ein: bis zu einem Jahr oder 365 Arbeitstagen.',
  hours: 'Zeiten',
  hoursOfBuilding: 'Gebäudezeiten',
  ownHours: 'Eigene Zeiten',
  useOwnHours: 'Eigene Zeiten statt der Gebäudezeiten',
  useOwnHolidays: 'Eigene Schließtage statt der des Gebäudes',
  openNeeded: 'Geben Sie für mindestens einen Tag Zeiten ein, wie 08:00–12:00, 13:00–18:00.',
  closedDays: '{count, plural, =0 {Keine Schließtage} one {# Schließtag} other {# Schließtage}}',
  holidays: 'Schließtage',
  holidaysHelp: 'Ein Datum pro Zeile, wie 2026-12-25.',
  holidaysWrong: 'Geben Sie ein Datum pro Zeile ein, wie 2026-12-25, jedes nur einmal.',
  chooseFile: 'Schließtage aus einer Kalenderdatei (.ics) importieren',
  file: 'Aus einer Kalenderdatei',
  fileChosen: 'Ganztägige Termine aus {name} werden beim Speichern hinzugefügt, jährliche für fünf Jahre.',
  dropFile: 'Datei entfernen',
  fileTooLarge: 'Diese Datei ist größer als 256 KB. Wählen Sie eine kleinere.',
  delete: 'Richtlinie löschen',
  deleteHelp: 'Laufende Uhren wechseln zur nächsten passenden Richtlinie, sonst zu den Standardfristen.',
} satisfies Texts<typeof en>
