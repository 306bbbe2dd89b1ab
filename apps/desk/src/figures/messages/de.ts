import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export const places = {
  workFigures: {
    name: 'Kennzahlen zur Arbeit',
  },
  sla: {
    name: 'SLA',
  },
  breaches: {
    name: 'SLA verfehlt und gefährdet',
  },
  teamFigures: {
    name: 'Auslastung und Zeiten',
  },
} as const

export default {
  steps: {
    day: 'Nach Tag',
    week: 'Nach Woche',
    month: 'Nach Monat',
  },
  groups: {
    priority: 'Nach Priorität',
    type: 'Nach Art',
    source: 'Nach Herkunft',
    policy: 'Nach SLA-Richtlinie',
    building: 'Nach Gebäude',
  },
  sources: {
    FEEDBACK: 'Rückmeldung',
    STATUS_REPORT: 'Statusmeldung',
    SCOUT: 'Kontrolle',
    SCHEDULE: 'Zeitplan',
    MANUAL: 'Manuell',
  },
  allTypes: 'Art',
  step: 'Intervall',
  anyStep: 'Automatisch',
  group: 'Gruppe',
  how: 'Zählweise',
  made: '{days}, {zone}. Stand {at}.',
  limits: 'n unter 5 ist wenig aussagekräftig.',

  flow: 'Angelegt, erledigt und offen',
  flowLabel:
    '{name}, {count, plural, one {# Punkt} other {# Punkte}}; die Tabelle darunter enthält jeden Wert',
  created: 'Angelegt',
  done: 'Erledigt',
  reopened: 'Wieder geöffnet',
  backlog: 'Offen am Ende',
  medianAge: 'Mittleres Alter',
  noTasks: 'Keine Aufgaben in diesem Zeitraum.',

  times: 'Von der Anlage bis zur Erledigung',
  everything: 'Alle',
  noAmenity: 'Ohne Einrichtung',
  firstAction: 'Begonnen nach',
  fixed: 'Erledigt nach',
  half: 'Hälfte',
  most90: '9 von 10',
  most99: '99 von 100',
  noDone: 'In diesem Zeitraum wurden keine Aufgaben erledigt.',

  now: 'Jetzt',
  onTrack: 'Im Plan',
  atRisk: 'Gefährdet',
  missed: 'Verfehlt',
  paused: 'Pausiert',
  dueToday: 'Heute fällig',
  lateToday: '{count, plural, one {# seit heute} other {# seit heute}}',
  nowHelp:
    'Alle nicht erledigten Aufgaben, unabhängig vom Anlegen. Verfehlt sind auch Aufgaben, die zu spät begonnen wurden.',
  inPeriod: 'Im Zeitraum angelegte Aufgaben',
  kept: 'Eingehalten',
  keptOf: '{share}, zwischen {low} und {high}',
  noneDecided: 'Noch keine Ergebnisse.',
  met: 'Eingehalten',
  running: 'Laufend',
  clocks: 'Reaktion und Behebung',
  toBegin: 'Reaktion',
  toFinish: 'Behebung',
  usual: 'Standardfristen',
  noBuilding: 'Kein Gebäude',
  gone: 'Gelöscht',
  overTime: 'Zeitverlauf',
  gives: {
    first: 'Aufgaben, deren SLA verfehlt oder gefährdet ist.',
    second:
      'Der Anteil rechtzeitig begonnener und erledigter Aufgaben, nach SLA-Richtlinie, Gebäude und Priorität.',
    third: 'Was heute fällig ist.',
  },

  task: 'Aufgabe',
  state: 'Zustand',
  states: {
    BREACHED: 'SLA verfehlt',
    AT_RISK: 'Gefährdet',
  },
  why: 'Grund',
  dueAt: 'Fällig',
  since: 'Seit',
  assignee: 'Zugewiesen an',
  nobody: 'Nicht zugewiesen',
  priority: 'Priorität',
  policy: 'SLA-Richtlinie',
  onePolicy: 'SLA-Richtlinie',
  createdAt: 'Angelegt',
  onlyOpen: 'Nicht erledigt, jederzeit angelegt',
  noBreaches: 'Keine SLA verfehlt',
  noBreachesHelp: 'Die SLA keiner Aufgabe dieses Zeitraums ist verfehlt oder gefährdet.',
  lastDays: 'Letzte 30 Tage',

  teamHelp:
    'Auslastung und Dauer je Person, als Spanne, in der die Hälfte der Aufgaben liegt. Es ist keine Rangliste: Orte und Anliegen sind verschieden.',
  teamOnly: 'Kennzahlen je Person sind in den Einstellungen abgeschaltet, außer Ihren eigenen.',
  who: 'Person',
  whoKind: 'Wer',
  kinds: {
    USER: 'Teammitglied',
    OPERATOR: 'Einsatzkraft',
    COMPANY: 'Firma',
    TEAM: 'Ohne Firma',
  },
  load: 'Im Zeitraum',
  loadOf: '{open} jetzt offen',
  confirmed: 'Bestätigt',
  confirmedOf: '{confirmed} von {done}',
  firstTime: 'Beim ersten Mal behoben',
  tooFewTasks: 'Weniger als 5 erledigt',
  tooFewPeople: 'Weniger als 3 Personen oder nichts erledigt',
  ratingAfter: 'Bewertung danach',
  noTeam: 'Keine Arbeit in diesem Zeitraum',
  noTeamHelp: 'Hier erscheint, wer Aufgaben hat oder erledigt hat.',

  formulas: {
    created: 'Angelegt: in diesem Intervall angelegte Aufgaben.',
    done: 'Erledigt: in diesem Intervall erledigte Aufgaben, jede einmal. Sie gelten als gemeldet, bis sie bestätigt sind.',
    reopened: 'Wieder geöffnet: wie oft in diesem Intervall erledigte Aufgaben wieder geöffnet wurden.',
    backlog:
      'Offen am Ende: Aufgaben, die am Ende dieses Intervalls nicht erledigt waren, oder jetzt, falls es noch läuft.',
    medianAge: 'Mittleres Alter: Zeit seit dem Anlegen offener Aufgaben; die Hälfte ist jünger.',
    firstAction:
      'Begonnen nach: vom Anlegen bis zum ersten Beginn der Arbeit oder zur Erledigung. Nächte zählen mit.',
    doneTime:
      'Erledigt nach: vom Anlegen bis zur Erledigung; bei wieder geöffneten Aufgaben bis zur letzten.',
    met: 'Eingehalten: im Zeitraum angelegte Aufgaben, die rechtzeitig begonnen und erledigt wurden und nie verspätet waren.',
    missed: 'Verfehlt: zu spät begonnen oder erledigt oder jetzt verspätet, auch vor einem Wiederöffnen.',
    share: 'Anteil eingehalten: von eingehaltenen und verfehlten, mit 95-%-Konfidenzintervall (Wilson).',
    assigned: 'Im Zeitraum: jetzt offene und im Zeitraum erledigte Aufgaben.',
    confirmed:
      'Bestätigt: erledigte Aufgaben, die ein Besucher, ein Foto, eine spätere Bewertung oder eine Kontrolle bestätigt hat.',
    firstTimeFixed:
      'Beim ersten Mal behoben: erledigte Aufgaben, die bestätigt und nie wieder geöffnet wurden.',
    companySla:
      'SLA eingehalten: Aufgaben einer Firma, deren SLA eingehalten ist, von denen mit einem Ergebnis.',
    ratingAfter:
      'Bewertung danach: Bewertungen derselben Einrichtung an dem Tag, nachdem eine Firma dort eine Aufgabe erledigt hat.',
    reopenedTasks:
      'Wieder geöffnet: zugewiesene oder erledigte Aufgaben, die mindestens einmal wieder geöffnet wurden.',
  },
  merged: 'Zusammengeführte Aufgaben zählen nicht.',
} satisfies Texts<typeof en>
