import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  title: 'Benachrichtigen, wenn …',
  sentence: 'Benachrichtigen über {what}.',
  sentenceWhere: 'Benachrichtigen über {what}: {conditions}.',
  feedback: 'eine Rückmeldung',
  ratingAtMost: 'eine Bewertung von höchstens {rating}',
  ratingAtLeast: 'eine Bewertung von mindestens {rating}',
  ratingOf: 'eine Bewertung von {ratings}',
  task: 'eine neue Aufgabe',
  taskOf: 'eine neue Aufgabe der Priorität {priorities}',
  lateTask: 'eine Aufgabe',
  lateTaskOf: 'eine Aufgabe der Priorität {priorities}',
  overdue: 'sobald sie überfällig wird',
  slaMissed: 'sobald sie ihre SLA verfehlt',
  building: 'Gebäude {names}',
  amenity: 'Einrichtung {names}',
  type: 'Art {names}',
  words: 'mit den Wörtern „{words}“',
  withComment: 'mit Kommentar',
  issue: 'Anliegen {names}',
  weekday: 'am {names}',
  hour: 'um {names}',
  category: 'Anliegen {names}',
  source: 'Herkunft {names}',
  assignee: 'für {names}',
  assigneeNobody: 'nicht zugewiesen',
  assigneeMe: 'für mich',
  preview:
    '{count, plural, =0 {In den letzten 30 Tagen gab es keine Treffer.} one {In den letzten 30 Tagen gab es einen Treffer.} other {In den letzten 30 Tagen gab es {number} Treffer.}}',
  look: '{count, plural, one {Anzeigen} other {Alle anzeigen}}',
  asTheyAre: 'Nach dem jetzigen Stand der Aufgaben.',
  many: 'Das sind etwa {number} am Tag. Filtern Sie enger.',
  outside: 'Sie sind für andere Gebäude zuständig und würden nicht benachrichtigt.',
  viewName: 'Name der Ansicht',
  ways: 'Senden per',
  choices: {
    both: 'Push, sonst E-Mail',
    push: 'Nur Push',
    mail: 'Nur E-Mail',
  },
  help: 'Treffer innerhalb von zwei Minuten werden zusammengefasst. In Ruhezeiten wartet die Benachrichtigung.',
  switchedOff: '„Hinweise zu Ansichten“ sind in Ihrem Profil ausgeschaltet.',
  toProfile: 'Profil öffnen',
  tell: 'Benachrichtigen',
  stop: 'Nicht mehr benachrichtigen',
  unknown:
    'Die Filter dieser Ansicht gibt es nicht mehr, deshalb kommen keine Hinweise. Speichern Sie den Hinweis mit den jetzigen Filtern neu.',
  later: {
    feedback:
      'Diese Ansicht filtert nach späteren Änderungen: erledigt, Schlagworte, ausgeblendet, mit offener Aufgabe. Hinweise gibt es nur zu Merkmalen neuer Rückmeldungen. Entfernen Sie diese Filter.',
    tasks:
      'Diese Ansicht filtert danach, wann eine Aufgabe erledigt wurde, oder nach einer SLA, die nicht verfehlt ist. Hinweise gibt es zu neuen und zu überfälligen Aufgaben und zu verfehlten SLAs. Entfernen Sie diese Filter.',
  },
  enough: 'Das Limit von {count} Hinweisen ist erreicht. Beenden Sie einen in Ihrem Profil.',
} satisfies Texts<typeof en>
