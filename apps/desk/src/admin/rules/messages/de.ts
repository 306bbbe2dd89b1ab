import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  rules: {
    name: 'Alarmregeln',
    about: 'Wann aus einer Rückmeldung eine Aufgabe oder ein Hinweis wird.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  help: 'Sie werden in dieser Reihenfolge geprüft. Jede Regel liest sich als Satz; eingebaute lassen sich ändern und ausschalten.',
  newRule: 'Neue Regel',
  editTitle: 'Regel bearbeiten',
  untitled: 'Neue Regel',
  nameNeeded: 'Eine Regel braucht einen Namen.',
  noneTitle: 'Keine Regeln',
  noneHelp: 'Ohne Regel werden Rückmeldungen nur gezählt.',
  when: 'Wenn',
  kinds: {
    ISSUE: 'ein Anliegen genannt wird',
    RATING: 'eine Bewertung niedrig ist',
    COUNT: 'mehrere dasselbe melden',
    USAGE: 'ein Ort oft benutzt wurde',
    REPEAT: 'ein Fehler wiederkommt',
  },
  safetyOnly: 'Nur Anliegen, die Menschen gefährden',
  maxRating: 'Diese Bewertung oder niedriger',
  withoutIssue: 'Nur wenn kein Anliegen genannt ist',
  count: 'Wie viele',
  where: 'Wo',
  window: 'Innerhalb von Minuten',
  windowHelp: 'Leer: solange die Aufgabe offen ist, oder 24 Stunden nach der letzten Meldung.',
  effect: 'Dann',
  acts: {
    TASK: 'eine Aufgabe öffnen',
    NOTICE: 'Personen benachrichtigen',
    RAISE_PRIORITY: 'die Priorität erhöhen',
  },
  priorityOfIssue: 'Die des Anliegens',
  issue: 'Anliegen',
  tellWhom: 'Sofort benachrichtigen',
  people: {
    TECHNICIAN: 'Technik',
    MANAGER: 'Leitung',
    ADMIN: 'Verwaltung',
  },
  noticeNeedsPeople: 'Wählen Sie, wer benachrichtigt wird.',
  tryOut: 'An den letzten 30 Tagen prüfen',
  wouldHaveFired: '{count, plural, one {Hätte #-mal gepasst.} other {Hätte #-mal gepasst.}}',
  shownOf: '{shown} von {count} gezeigt.',
  showMore: '{count, plural, one {# weiteren zeigen} other {# weitere zeigen}}',
  newest: 'Die neuesten davon',
  match: '{issue}, {amenity}',
  sampled: 'Es gibt mehr Rückmeldungen, als gelesen wurden: Gezählt sind nur die neuesten.',
  delete: 'Regel löschen',
  deleteHelp: 'Aufgaben, die sie geöffnet hat, bleiben.',
  whenIssue:
    '{safety, select, yes {Wenn jemand {issues} meldet und Menschen in Gefahr sein können} other {Wenn jemand {issues} meldet}}',
  whenRating:
    '{withoutIssue, select, yes {{most, plural, =1 {Wenn eine Bewertung 1 ist und kein Anliegen genannt wird} one {Wenn eine Bewertung # oder niedriger ist und kein Anliegen genannt wird} other {Wenn eine Bewertung # oder niedriger ist und kein Anliegen genannt wird}}} other {{most, plural, =1 {Wenn eine Bewertung 1 ist} one {Wenn eine Bewertung # oder niedriger ist} other {Wenn eine Bewertung # oder niedriger ist}}}}',
  whenCount: '{count, plural, one {Wenn # Person {issues} meldet} other {Wenn # Personen {issues} melden}}',
  whenUsage:
    '{count, plural, one {Wenn ein Ort seit der letzten Reinigung #-mal benutzt wurde} other {Wenn ein Ort seit der letzten Reinigung #-mal benutzt wurde}}',
  atTypes: '({types})',
  inLocations: 'in {locations}',
  inBuildings: 'in {buildings}',
  within: '{minutes, plural, one {innerhalb von # Minute} other {innerhalb von # Minuten}}',
  whenRepeat:
    '{count, plural, one {Wenn {issues} #-mal wiederkommt, nachdem es behoben war} other {Wenn {issues} #-mal wiederkommt, nachdem es behoben war}}',
  whenRepeatSame:
    '{count, plural, one {Wenn derselbe Fehler #-mal wiederkommt, nachdem er behoben war} other {Wenn derselbe Fehler #-mal wiederkommt, nachdem er behoben war}}',
  withinDays: '{days, plural, one {innerhalb von # Tag} other {innerhalb von # Tagen}}',
  openCause: 'eine Aufgabe zur Ursache öffnen',
  openTask: 'eine Aufgabe öffnen',
  notice: 'nichts öffnen',
  raise: 'die Priorität der offenen Aufgabe erhöhen',
  tell: '{people} sofort benachrichtigen',
  sentence: '{when}: {act}.',
  whenDanger: 'Wenn jemand eine Gefahr für Menschen meldet',
  whenAnyIssue: 'Wenn jemand ein Anliegen nennt',
  whenCountSame:
    '{count, plural, one {Wenn # Person dasselbe meldet} other {Wenn # Personen dasselbe melden}}',
  openTaskAs: 'eine Aufgabe mit Priorität {priority} öffnen',
  both: '{one} und {other}',
} satisfies Texts<typeof en>
