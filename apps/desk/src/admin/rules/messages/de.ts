import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  rules: {
    name: 'Alarmregeln',
    about: 'Wann aus einer Rückmeldung eine Aufgabe oder ein Hinweis wird.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  help: 'Sie werden in dieser Reihenfolge geprüft. Vorgegebene Regeln lassen sich ändern und ausschalten.',
  newRule: 'Neue Regel',
  editTitle: 'Regel bearbeiten',
  untitled: 'Neue Regel',
  nameNeeded: 'Geben Sie einen Namen ein.',
  noneTitle: 'Keine Regeln',
  noneHelp: 'Ohne Regeln werden Rückmeldungen nur gezählt.',
  when: 'Wenn',
  kinds: {
    ISSUE: 'ein Anliegen gemeldet wird',
    RATING: 'eine Bewertung niedrig ist',
    COUNT: 'mehrere dasselbe melden',
    USAGE: 'ein Ort oft benutzt wurde',
    REPEAT: 'ein Fehler wiederkehrt',
  },
  safetyOnly: 'Nur Anliegen mit Gefahr für Menschen',
  maxRating: 'Diese Bewertung oder niedriger',
  withoutIssue: 'Nur wenn kein Anliegen gemeldet ist',
  count: 'Anzahl',
  where: 'Wo',
  window: 'Innerhalb von (Minuten)',
  windowHelp: 'Leer: solange die Aufgabe offen ist, oder 24 Stunden nach der letzten Rückmeldung.',
  effect: 'Dann',
  acts: {
    TASK: 'eine Aufgabe anlegen',
    NOTICE: 'Personen benachrichtigen',
    RAISE_PRIORITY: 'die Priorität erhöhen',
  },
  priorityOfIssue: 'Priorität des Anliegens',
  issue: 'Anliegen',
  tellWhom: 'Sofort benachrichtigen',
  people: {
    TECHNICIAN: 'Technik',
    MANAGER: 'Leitung',
    ADMIN: 'Verwaltung',
  },
  noticeNeedsPeople: 'Wählen Sie, wer benachrichtigt wird.',
  tryOut: 'Mit den letzten 30 Tagen testen',
  wouldHaveFired: '{count, plural, one {Hätte #-mal zugetroffen.} other {Hätte #-mal zugetroffen.}}',
  shownOf: '{shown} von {count} angezeigt.',
  showMore: '{count, plural, one {# weiteren anzeigen} other {# weitere anzeigen}}',
  newest: 'Neueste',
  match: '{issue}, {amenity}',
  sampled: 'Es gibt mehr Rückmeldungen, als gelesen wurden. Gezählt sind nur die neuesten.',
  delete: 'Regel löschen',
  deleteHelp: 'Angelegte Aufgaben bleiben.',
  whenIssue:
    '{safety, select, yes {Wenn jemand {issues} meldet und Menschen in Gefahr sein können} other {Wenn jemand {issues} meldet}}',
  whenRating:
    '{withoutIssue, select, yes {{most, plural, =1 {Wenn eine Bewertung 1 ist und kein Anliegen gemeldet wird} one {Wenn eine Bewertung # oder niedriger ist und kein Anliegen gemeldet wird} other {Wenn eine Bewertung # oder niedriger ist und kein Anliegen gemeldet wird}}} other {{most, plural, =1 {Wenn eine Bewertung 1 ist} one {Wenn eine Bewertung # oder niedriger ist} other {Wenn eine Bewertung # oder niedriger ist}}}}',
  whenCount: '{count, plural, one {Wenn # Person {issues} meldet} other {Wenn # Personen {issues} melden}}',
  whenUsage:
    '{count, plural, one {Wenn ein Ort seit der letzten Reinigung #-mal benutzt wurde} other {Wenn ein Ort seit der letzten Reinigung #-mal benutzt wurde}}',
  atTypes: '({types})',
  inLocations: 'in {locations}',
  inBuildings: 'in {buildings}',
  within: '{minutes, plural, one {innerhalb von # Minute} other {innerhalb von # Minuten}}',
  whenRepeat:
    '{count, plural, one {Wenn {issues} nach der Behebung #-mal wiederkehrt} other {Wenn {issues} nach der Behebung #-mal wiederkehrt}}',
  whenRepeatSame:
    '{count, plural, one {Wenn derselbe Fehler nach der Behebung #-mal wiederkehrt} other {Wenn derselbe Fehler nach der Behebung #-mal wiederkehrt}}',
  withinDays: '{days, plural, one {innerhalb von # Tag} other {innerhalb von # Tagen}}',
  openCause: 'eine Aufgabe zur Ursache anlegen',
  openTask: 'eine Aufgabe anlegen',
  notice: 'keine Aufgabe anlegen',
  raise: 'die Priorität der offenen Aufgabe erhöhen',
  tell: '{people} sofort benachrichtigen',
  sentence: '{when}: {act}.',
  whenDanger: 'Wenn jemand eine Gefahr für Menschen meldet',
  whenAnyIssue: 'Wenn jemand ein Anliegen meldet',
  whenCountSame:
    '{count, plural, one {Wenn # Person dasselbe meldet} other {Wenn # Personen dasselbe melden}}',
  openTaskAs: 'eine Aufgabe mit Priorität {priority} anlegen',
  both: '{one} und {other}',
} satisfies Texts<typeof en>
