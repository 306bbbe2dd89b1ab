import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'

export default {
  title: 'Bescheid geben, wenn …',
  sentence: 'Bescheid geben, wenn {what} kommt.',
  sentenceWhere: 'Bescheid geben, wenn {what} kommt: {conditions}.',
  feedback: 'eine Rückmeldung',
  ratingAtMost: 'eine Bewertung von höchstens {rating}',
  ratingAtLeast: 'eine Bewertung von mindestens {rating}',
  ratingOf: 'eine Bewertung von {ratings}',
  task: 'eine neue Aufgabe',
  taskOf: 'eine neue Aufgabe der Priorität {priorities}',
  building: 'Gebäude {names}',
  amenity: 'Einrichtung {names}',
  type: 'Einrichtungen der Art {names}',
  words: 'mit den Worten „{words}“',
  withComment: 'mit Kommentar',
  issue: 'gemeldet ist {names}',
  weekday: 'am {names}',
  hour: 'um {names}',
  category: 'Anlass {names}',
  source: 'Herkunft {names}',
  assignee: 'für {names}',
  assigneeNobody: 'die noch niemand hat',
  assigneeMe: 'für mich',
  trial:
    '{count, plural, =0 {In den letzten 30 Tagen hätte es nichts zu sagen gegeben.} one {Das wäre in den letzten 30 Tagen einmal gewesen.} other {Das wäre in den letzten 30 Tagen {number}-mal gewesen.}}',
  look: '{count, plural, one {Ansehen} other {Alle ansehen}}',
  asTheyAre: 'Gezählt danach, wie die Aufgaben jetzt sind.',
  many: 'Das sind etwa {number} am Tag. Filtern Sie enger, sonst lesen Sie sie bald nicht mehr.',
  outside: 'Sie betreuen andere Gebäude: Es gäbe nichts zu sagen.',
  viewName: 'Name der Ansicht',
  ways: 'Auf welchem Weg',
  choices: {
    both: 'Benachrichtigung, sonst E-Mail',
    push: 'Nur Benachrichtigung',
    mail: 'Nur E-Mail',
  },
  help: 'Was innerhalb von zwei Minuten kommt, wird zusammen gesagt. In den Ruhezeiten wartet es.',
  switchedOff:
    'Ihr Profil hält diese Neuigkeiten zurück: „Wovon Sie erfahren wollten“ ist dort ausgeschaltet.',
  toProfile: 'Zum Profil',
  tell: 'Bescheid geben',
  stop: 'Nicht mehr Bescheid geben',
  unknown:
    'Die Filter sind nicht mehr bekannt, deshalb wird nichts gesagt. Speichern Sie den Wunsch noch einmal mit den Filtern, die die Ansicht jetzt hat.',
  later: {
    feedback:
      'Diese Ansicht fragt, was aus Rückmeldungen geworden ist: erledigt, Schlagworte, verborgen, mit offener Aufgabe. Gesagt werden kann nur, was von Neuem gilt. Nehmen Sie diese Filter heraus.',
    tasks:
      'Diese Ansicht fragt, was aus Aufgaben geworden ist: überfällig, erledigt, das SLA. Gesagt werden kann nur, was von Neuem gilt. Nehmen Sie diese Filter heraus.',
  },
  enough: 'Sie haben {count} Wünsche, mehr sind nicht möglich. Beenden Sie einen in Ihrem Profil.',
} satisfies Texts<typeof en>
