import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  today: {
    name: 'Heute',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  attention: 'Braucht Aufmerksamkeit',
  nothingNow: 'Gerade ist nichts zu tun.',
  groups: {
    HELP: 'Dringend',
    NOT_FIXED: 'Nicht behoben',
    LATE: 'Zu spät',
    ASSIGN: 'Hat niemand',
    PLACES: 'Ort ansehen',
    REPLY: 'Besucher warten',
    UPKEEP: 'Betrieb sichern',
  },
  groupCount: '{name}: {count}',
  others: '{n, plural, one {# weitere} other {# weitere}}',
  acts: {
    ASSIGN: 'Zuweisen',
    SET_DUE: 'Neuer Termin',
    FINISH: 'Als erledigt markieren',
    REPLY: 'Antworten',
    MAKE_TASK: 'Aufgabe anlegen',
    WORKS_AGAIN: 'Es geht wieder',
    LINK_CODE: 'Verknüpfen',
    NEW_CODE: 'Code anlegen',
    RENEW: 'Erneuern',
    COVER: 'Jemanden einteilen',
    TRY_WEBHOOK: 'Probieren',
    PAUSE_WEBHOOK: 'Anhalten',
    SWITCH_ON: 'Einschalten',
    RESUME_MAILING: 'Erneut versuchen',
    PAUSE_MAILING: 'Pausieren',
  },
  actOn: '{act}: {name}',
  undo: 'Rückgängig',
  notUndone: 'Jemand hat es inzwischen geändert, deshalb wurde es nicht zurückgenommen.',
  figures: 'Zahlen',
  allFigures: 'Alle Zahlen',
  feedback: 'Rückmeldungen',
  feedbackHow:
    'Meldungen von Besuchern im Zeitraum, mit oder ohne Bewertung. Als verdächtig zurückgehaltene zählen nicht. Solange der Zeitraum läuft, wird mit ebenso viel von dem davor verglichen.',
  average: 'Mittlere Bewertung',
  averageHow: 'Einfacher Mittelwert aller Bewertungen von 1 bis 5 im Zeitraum.',
  open: 'Offene Aufgaben',
  openHow: 'Aufgaben, die jetzt offen sind, unabhängig vom Zeitraum.',
  inProgress: 'In Arbeit',
  inProgressHow: 'Aufgaben, die jetzt in Arbeit sind, unabhängig vom Zeitraum.',
  overdue: 'Überfällig',
  overdueHow:
    'Aufgaben, die nicht erledigt und jetzt über ihrem Termin sind oder, wo keiner gesetzt ist, über dem Ende ihres SLA.',
  created: '{n, plural, one {# neue} other {# neue}}',
  done: '{n, plural, one {# erledigt} other {# erledigt}}',
  now: 'Jetzt, nicht im Zeitraum',
  made: 'Stand {at}',
  asBefore: 'wie im Zeitraum davor',
  against: '{change} zum Zeitraum davor',
  noBefore: 'im Zeitraum davor nichts',
  tooFew: 'n = {n}, zu wenige',
  satisfaction: 'Zufriedenheit',
  trend: 'Mittlere Bewertung nach Tag',
  scale: 'Skala 1 bis 5',
  noRatings: 'Keine Bewertungen in diesem Zeitraum.',
  activity: 'Verlauf',
  noActivity: 'In diesem Zeitraum ist nichts geschehen.',
} satisfies Texts<typeof en>
