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
  kind: {
    TASK: 'Aufgabe',
    AMENITY: 'Einrichtung',
    BUILDING: 'Gebäude',
    QR_CODE: 'QR-Code',
  },
  figures: 'Zahlen',
  feedback: 'Rückmeldungen',
  feedbackHow:
    'Meldungen von Besuchern im Zeitraum, mit oder ohne Bewertung. Als verdächtig zurückgehaltene zählen nicht.',
  average: 'Mittlere Bewertung',
  averageHow: 'Einfacher Mittelwert aller Bewertungen von 1 bis 5 im Zeitraum.',
  open: 'Offene Aufgaben',
  openHow: 'Aufgaben, die jetzt offen sind, unabhängig vom Zeitraum.',
  inProgress: 'In Arbeit',
  inProgressHow: 'Aufgaben, die jetzt in Arbeit sind, unabhängig vom Zeitraum.',
  overdue: 'Überfällig',
  overdueHow: 'Aufgaben, die nicht erledigt und jetzt über ihrem Termin sind.',
  now: 'Jetzt, nicht im Zeitraum',
  how: 'Wie',
  howOf: 'Wie „{figure}“ entsteht',
  made: 'Stand {at}',
  against: '{change} zum Zeitraum davor',
  noBefore: 'im Zeitraum davor nichts',
  tooFew: 'n = {n}, zu wenige',
  satisfaction: 'Zufriedenheit',
  trend: 'Mittlere Bewertung nach Tag',
  scale: 'Skala 1 bis 5',
  noRatings: 'Keine Bewertungen in diesem Zeitraum.',
  activity: 'Verlauf',
  noActivity: 'In diesem Zeitraum ist nichts geschehen.',
  firstTitle: 'Noch keine Rückmeldungen',
  firstHelp: 'Drucken Sie einen Aufkleber und bringen Sie ihn an. Der erste Scan erscheint hier.',
  printFirst: 'Ersten Aufkleber drucken',
} satisfies Texts<typeof en>
