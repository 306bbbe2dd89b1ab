import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  feedback: {
    name: 'Rückmeldungen',
  },
  submission: {
    name: 'Rückmeldung',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  one: 'Meldung',
  titleOf: 'Rückmeldung zu {amenity}',
  search: 'Kommentare durchsuchen',
  comment: 'Kommentar',
  noComment: 'Kein Kommentar.',
  rating: 'Bewertung',
  ratingOnly: 'Nur Bewertung',
  issues: 'Anliegen',
  received: 'Eingegangen',
  withComment: 'Mit Kommentar',
  state: 'Sichtbarkeit',
  states: {
    VISIBLE: 'Sichtbar',
    QUARANTINED: 'Zurückgehalten',
    HIDDEN: 'Verborgen',
  },
  noneTitle: 'Keine Rückmeldungen in den letzten 30 Tagen',
  noneHelp: 'Sobald jemand einen Aufkleber scannt, erscheint hier, was gesagt wurde.',
  facts: 'Angaben',
  progress: 'Besucher sieht',
  tracking: {
    RECEIVED: 'Eingegangen',
    IN_PROGRESS: 'Jemand kümmert sich',
    RESOLVED: 'Erledigt',
  },
  saidFixed: 'Der Besucher sagt, es ist behoben.',
  saidNotFixed: 'Der Besucher sagt, es ist nicht behoben.',
  messages: 'Spätere Nachrichten des Besuchers',
  replies: 'Öffentliche Antworten',
  noReplies: 'Keine. Eine öffentliche Notiz in der Aufgabe ist eine Antwort.',
  makeTask: 'Aufgabe daraus machen',
  taskTitle: '{amenity} ansehen',
  acts: {
    hide: 'Verbergen',
    show: 'Wieder zeigen',
    release: 'Freigeben',
  },
  actHelp: {
    hide: 'Nur die Verwaltung sieht dann den Kommentar. Die Bewertung zählt weiter.',
    show: 'Die Leitung sieht den Kommentar dann wieder.',
    release: 'Sie zählt dann und löst eine Aufgabe aus, wo eine Regel das sagt.',
  },
  reason: 'Grund',
  reasonNeeded: 'Nennen Sie den Grund; das Protokoll bewahrt ihn auf.',
  erase: 'Text und Fotos löschen',
  eraseHelp: 'Text und Fotos sind dann endgültig fort. Die Bewertung zählt weiter.',
} satisfies Texts<typeof en>
