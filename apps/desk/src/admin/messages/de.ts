import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'

export default {
  archived: 'Archiviert',
  type: 'Art',
  state: 'Zustand',
  email: 'E-Mail',
  externalId: 'Eigene Nummer',
  externalIdHelp: 'Wie in Ihren anderen Systemen.',
  hours: 'Servicezeiten',
  hoursHelp:
    'Zum Beispiel 07:00–12:00, 13:00–18:00. Leer heißt geschlossen. Über Mitternacht: 22:00–24:00 und 00:00–06:00 am nächsten Tag.',
  hoursWrong: 'Schreiben Sie Zeiten wie 07:00–18:00, aufsteigend und ohne Überschneidung.',
  closed: 'Geschlossen',
  likeMonday: 'Dienstag bis Freitag wie Montag',
  holidays: 'Geschlossene Tage',
  holidaysHelp: 'Einer je Zeile: das Datum, dann der Name. Zum Beispiel 2026-12-25 Weihnachten.',
  holidaysWrong: 'Schreiben Sie je Zeile einen Tag, wie 2026-12-25 Weihnachten.',
  weekdays: {
    MONDAY: 'Montag',
    TUESDAY: 'Dienstag',
    WEDNESDAY: 'Mittwoch',
    THURSDAY: 'Donnerstag',
    FRIDAY: 'Freitag',
    SATURDAY: 'Samstag',
    SUNDAY: 'Sonntag',
  },
  timeZone: 'Zeitzone',
  timeZoneHelp: 'Zum Beispiel Europe/Berlin.',
  scopeHelp: 'Nichts gewählt: überall.',
  lastScan: 'Letzter Scan',
  neverScanned: 'Nie gescannt',
  printOne: 'Aufkleber drucken',
  importTable: 'Tabelle einlesen',
  issues: 'Anliegen',
  priority: 'Priorität',
} satisfies Texts<typeof en>
