import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as english } from './en.ts'

export const places = {
  escalation: {
    name: 'Eskalation',
    about: 'Was geschieht, wenn eine Aufgabe zu spät zu werden droht oder es ist.',
  },
} satisfies Texts<typeof english>

export default {
  help: 'Jede Regel wirkt einmal je Aufgabe und noch einmal, wenn sie wieder geöffnet wird. Die Uhren für Reagieren und Beheben stehen, solange eine Aufgabe blockiert ist.',
  newRule: 'Neue Regel',
  editTitle: 'Regel bearbeiten',
  nameNeeded: 'Eine Regel braucht einen Namen.',
  levelNeeded: 'Geben Sie eine ganze Zahl an: Prozent von 1 bis 1000, oder Minuten von 0 bis zu einem Jahr.',
  actionNeeded:
    'Wählen Sie mindestens eines: jemanden benachrichtigen, die Priorität ändern oder neu zuweisen.',
  noneTitle: 'Keine Regeln',
  noneHelp:
    'Niemand erfährt von verspäteten Aufgaben. Eine Regel benachrichtigt, erhöht die Priorität oder weist neu zu.',
  delete: 'Regel löschen',
  deleteHelp: 'Was sie mit Aufgaben getan hat, bleibt.',
  where: 'Wo',
  when: 'Wann',
  then: 'Dann',
  clock: 'Welche Zeit',
  clocks: {
    RESPOND: 'Zeit zum Reagieren',
    RESOLVE: 'Zeit zum Beheben',
    DUE: 'Zeit bis zum Termin',
  },
  kind: 'Wie weit',
  kinds: {
    PERCENT: 'Wenn so viel davon verbraucht ist',
    MINUTES: 'So lange nach ihrem Ende',
  },
  percent: 'Prozent',
  minutes: 'Minuten nach ihrem Ende',
  notify: 'Benachrichtigen',
  people: {
    ASSIGNEE: 'Wer die Aufgabe hat',
    MANAGER: 'Leitung',
    ADMIN: 'Verwaltung',
  },
  priority: 'Priorität',
  keepPriority: 'Wie sie ist',
  raise: 'Eine Stufe höher',
  assign: 'Zuweisen an',
  keepAssignee: 'Wie es ist',
  toPool: 'Zurück an alle, wenn sie nicht begonnen ist',
  onCall: 'Wer Bereitschaft hat',
  at: {
    RESPOND: 'Nach {percent} der Zeit zum Reagieren',
    RESOLVE: 'Nach {percent} der Zeit zum Beheben',
    DUE: 'Nach {percent} der Zeit bis zum Termin',
  },
  over: {
    RESPOND: 'Wenn die Zeit zum Reagieren um ist',
    RESOLVE: 'Wenn die Zeit zum Beheben um ist',
    DUE: 'Wenn eine Aufgabe fällig ist',
  },
  late: {
    RESPOND: '{time} nach der Zeit zum Reagieren',
    RESOLVE: '{time} nach der Zeit zum Beheben',
    DUE: '{time} nach dem Termin',
  },
  sentence: '{when}: {acts}.',
  sentenceWhere: '{when}, {where}: {acts}.',
  nothing: 'noch nichts',
  tells: '{people} benachrichtigen',
  told: {
    ASSIGNEE: 'wer sie hat',
    MANAGER: 'Leitung',
    ADMIN: 'Verwaltung',
  },
  raises: 'die Priorität eine Stufe erhöhen',
  sets: 'die Priorität auf {priority} setzen',
  gives: 'an {who} geben',
  givesOnCall: 'an die Bereitschaft geben',
  givesBack: 'an alle zurückgeben, wenn niemand begonnen hat',
  notActive: 'jemanden, der nicht mehr aktiv ist,',
  timeline: 'In dieser Reihenfolge',
  used: '{percent} verbraucht',
  after: '{time} zu spät',
  atEnd: 'an ihrem Ende',
} satisfies Texts<typeof en>
