import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as english } from './en.ts'

export const places = {
  slaPolicies: {
    name: 'SLA-Richtlinien',
    about: 'Wie bald Aufgaben begonnen und behoben sein müssen, und nach welchen Zeiten.',
  },
} satisfies Texts<typeof english>

export default {
  help: 'Die erste Richtlinie, die für den Ort einer Aufgabe gilt, entscheidet, wie bald sie behoben sein muss. Ohne sie gelten die üblichen Fristen.',
  newPolicy: 'Neue Richtlinie',
  editTitle: 'Richtlinie bearbeiten',
  nameNeeded: 'Eine Richtlinie braucht einen Namen.',
  noneTitle: 'Keine Richtlinien',
  noneHelp:
    'Es gelten die üblichen Fristen, nach den Zeiten jedes Gebäudes. Eine Richtlinie setzt für manche Orte andere.',
  where: 'Wo',
  targets: 'Reagieren und beheben',
  targetsHelp: 'Arbeitstage enden mit der letzten Stunde dieses Tages. Laufende Uhren folgen sofort.',
  short: '{priority}: {respond} / {resolve}',
  shortAlways: '{priority}: {respond} / {resolve}, rund um die Uhr',
  days: '{count, plural, one {# Arbeitstag} other {# Arbeitstage}}',
  priority: 'Priorität',
  respond: 'Reagieren in',
  resolve: 'Beheben in',
  runs: 'Die Uhr läuft',
  clocks: {
    ALWAYS: 'Rund um die Uhr',
    HOURS: 'Zu den Zeiten',
  },
  amountOf: '{priority}: {part}',
  unitOf: '{priority}: {part}, Einheit',
  units: {
    MINUTES: '{count, plural, one {Minute} other {Minuten}}',
    HOURS: '{count, plural, one {Stunde} other {Stunden}}',
    DAYS: '{count, plural, one {Arbeitstag} other {Arbeitstage}}',
  },
  amountNeeded: 'Geben Sie überall eine ganze Zahl an: bis zu einem Jahr oder 365 Arbeitstagen.',
  hours: 'Zeiten',
  hoursOfBuilding: 'Die des Gebäudes',
  ownHours: 'Eigene',
  useOwnHours: 'Eigene Zeiten statt derer des Gebäudes',
  useOwnHolidays: 'Eigene geschlossene Tage statt derer des Gebäudes',
  openNeeded: 'Geben Sie mindestens einem Tag Zeiten, wie 08:00–12:00, 13:00–18:00.',
  closedDays:
    '{count, plural, =0 {Keine geschlossenen Tage} one {# geschlossener Tag} other {# geschlossene Tage}}',
  holidays: 'Geschlossene Tage',
  holidaysHelp: 'Ein Datum je Zeile, wie 2026-12-25.',
  holidaysWrong: 'Schreiben Sie je Zeile ein Datum, wie 2026-12-25, jedes einmal.',
  chooseFile: 'Geschlossene Tage aus einer Kalenderdatei (.ics) übernehmen',
  file: 'Aus einer Kalenderdatei',
  fileChosen: 'Ganze Tage aus {name} kommen beim Speichern hinzu, jährliche für fünf Jahre.',
  dropFile: 'Datei weglassen',
  fileTooLarge:
    'Diese Datei ist größer, als ein Kalender geschlossener Tage sein darf (256 KB). Wählen Sie eine kleinere.',
  delete: 'Richtlinie löschen',
  deleteHelp:
    'Ihre laufenden Uhren gehen an die nächste Richtlinie, die passt, sonst gelten die üblichen Fristen.',
} satisfies Texts<typeof en>
