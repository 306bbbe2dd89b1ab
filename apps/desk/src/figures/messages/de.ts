import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'

export const places = {
  workFigures: {
    name: 'Zahlen der Arbeit',
  },
  sla: {
    name: 'SLA',
  },
  breaches: {
    name: 'Verspätet und bald verspätet',
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
    SCHEDULE: 'Plan',
    MANUAL: 'Von Hand',
  },
  allTypes: 'Art',
  step: 'Schritt',
  group: 'Gruppe',
  how: 'So wird gezählt',
  made: '{days}, {zone}. Stand {at}.',
  limits: 'n unter 5 sagt wenig.',

  flow: 'Angelegt, erledigt und offen',
  flowLabel:
    '{name}, {count, plural, one {# Punkt} other {# Punkte}}; die Tabelle darunter enthält jeden Wert',
  created: 'Angelegt',
  done: 'Erledigt',
  reopened: 'Wieder geöffnet',
  backlog: 'Offen am Ende',
  medianAge: 'Alter der offenen',
  noTasks: 'Keine Aufgaben in diesem Zeitraum.',

  times: 'Von der Meldung zur Arbeit',
  everything: 'Alle',
  noAmenity: 'An keiner Einrichtung',
  firstAction: 'Begonnen nach',
  fixed: 'Erledigt nach',
  half: 'Hälfte',
  most90: '9 von 10',
  most99: '99 von 100',
  noDone: 'In diesem Zeitraum wurde nichts erledigt.',

  now: 'Jetzt',
  onTrack: 'In der Zeit',
  atRisk: 'Bald verspätet',
  missed: 'Verspätet',
  paused: 'Steht still',
  dueToday: 'Heute fällig',
  lateToday: '{count, plural, one {# seit heute} other {# seit heute}}',
  nowHelp:
    'Alle Aufgaben, die nicht erledigt sind, wann immer sie angelegt wurden. Verspätet ist auch, was zu spät begonnen wurde.',
  inPeriod: 'Im Zeitraum angelegte Aufgaben',
  kept: 'Gehalten',
  keptOf: '{share}, zwischen {low} und {high}',
  noneDecided: 'Noch ist nichts entschieden.',
  met: 'Rechtzeitig',
  running: 'Nicht entschieden',
  clocks: 'Begonnen und erledigt',
  toBegin: 'Zum Beginnen',
  toFinish: 'Zum Erledigen',
  usual: 'Übliche Ziele',
  noBuilding: 'Kein Gebäude',
  gone: 'Gelöscht',
  overTime: 'Im Verlauf',
  gives: {
    first: 'Welche Aufgaben jetzt verspätet sind und welche es bald sein werden.',
    second:
      'Der Anteil, der rechtzeitig begonnen und erledigt wurde, nach SLA-Richtlinie, Gebäude und Priorität.',
    third: 'Was heute fällig ist.',
  },

  task: 'Aufgabe',
  state: 'Zustand',
  states: {
    BREACHED: 'Verspätet',
    AT_RISK: 'Bald verspätet',
  },
  why: 'Warum',
  dueAt: 'Fällig',
  since: 'Seit',
  assignee: 'Zugewiesen an',
  nobody: 'Niemand',
  priority: 'Priorität',
  policy: 'SLA-Richtlinie',
  onePolicy: 'Nach einer SLA-Richtlinie',
  createdAt: 'Angelegt',
  onlyOpen: 'Nicht erledigt, wann immer angelegt',
  noBreaches: 'Nichts ist verspätet',
  noBreachesHelp: 'Keine Aufgabe dieses Zeitraums ist verspätet oder wird es bald sein.',
  lastDays: 'Letzte 30 Tage',

  teamHelp:
    'Wie viel alle haben und wie lange es dauert, als Spanne: Die Hälfte der Aufgaben liegt darin. Es ist keine Rangliste: Orte und Anliegen sind verschieden.',
  teamOnly: 'Zahlen einzelner Personen sind in den Einstellungen abgeschaltet, außer Ihren eigenen.',
  team: 'Ohne Firma',
  who: 'Wer',
  kinds: {
    USER: 'Mitglied des Teams',
    OPERATOR: 'Fachkraft',
  },
  load: 'Im Zeitraum',
  loadOf: '{open} jetzt offen',
  confirmed: 'Bestätigt',
  confirmedOf: '{confirmed} von {done}',
  firstTime: 'Beim ersten Mal',
  tooFew: 'zu wenige',
  noTeam: 'Keine Arbeit in diesem Zeitraum',
  noTeamHelp: 'Wer eine Aufgabe hat oder erledigt, steht hier.',

  formulas: {
    created: 'Angelegt: in dieser Zeit angelegte Aufgaben.',
    done: 'Erledigt: Aufgaben, die erledigt sind und in dieser Zeit beendet wurden, jede einmal. Erledigt ist eine Behauptung, bis es bestätigt ist.',
    reopened: 'Wieder geöffnet: wie oft in dieser Zeit eine erledigte Aufgabe wieder geöffnet wurde.',
    backlog:
      'Offen am Ende: Aufgaben, die am Ende dieser Zeit nicht erledigt waren, oder es jetzt nicht sind, wo sie noch läuft.',
    medianAge: 'Alter: seit dem Anlegen der offenen Aufgaben; die Hälfte ist jünger.',
    firstAction:
      'Begonnen nach: vom Anlegen einer Aufgabe, bis die Arbeit daran zum ersten Mal begann oder sie beendet wurde. Nächte zählen mit.',
    doneTime: 'Erledigt nach: vom Anlegen bis zum Ende; wurde sie wieder geöffnet, bis zum letzten Mal.',
    met: 'Rechtzeitig: in dieser Zeit angelegte Aufgaben, die in der zugesagten Zeit begonnen und beendet wurden und nie verspätet waren.',
    missed:
      'Verspätet: zu spät begonnen oder beendet oder jetzt verspätet, auch bevor sie wieder geöffnet wurde.',
    share:
      'Gehalten: die rechtzeitigen unter den rechtzeitigen und verspäteten. Mit 95 % Sicherheit liegt der Anteil zwischen den Grenzen (Wilson).',
    assigned: 'Im Zeitraum: Aufgaben, die jetzt offen sind, und im Zeitraum erledigte.',
    confirmed:
      'Bestätigt: wie viele der erledigten ein Besucher, ein Foto, eine spätere Bewertung oder eine Kontrolle bestätigt hat.',
    firstTimeFixed: 'Beim ersten Mal: wie viele der erledigten bestätigt und nie wieder geöffnet wurden.',
    reopenedTasks: 'Wieder geöffnet: wie viele der Aufgaben mindestens einmal wieder geöffnet wurden.',
  },
  merged: 'Aufgaben, die in andere aufgegangen sind, zählen nirgends.',
} satisfies Texts<typeof en>
