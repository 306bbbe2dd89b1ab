import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as english } from './en.ts'

export const places = {
  escalation: {
    name: 'Eskalation',
    about: 'Was geschieht, wenn eine Aufgabe überfällig zu werden droht oder überfällig ist.',
  },
} satisfies Texts<typeof english>

export default {
  help: 'Jede Regel greift einmal je Aufgabe und erneut, wenn die Aufgabe wieder geöffnet wird. Die Uhren für Reaktion und Behebung sind pausiert, solange eine Aufgabe zurückgestellt ist.',
  newRule: 'Neue Regel',
  editTitle: 'Regel bearbeiten',
  nameNeeded: 'Geben Sie einen Namen ein.',
  levelNeeded: 'Geben Sie eine ganze Zahl ein: 1 bis 1000 Prozent oder 0 Minuten bis zu einem Jahr.',
  actionNeeded: 'Wählen Sie mindestens eines: jemanden benachrichtigen, Priorität ändern oder neu zuweisen.',
  noneTitle: 'Keine Regeln',
  noneHelp:
    'Niemand wird über überfällige Aufgaben benachrichtigt. Eine Regel benachrichtigt, erhöht die Priorität oder weist neu zu.',
  delete: 'Regel löschen',
  deleteHelp: 'Bisherige Änderungen an Aufgaben bleiben.',
  where: 'Wo',
  when: 'Wann',
  then: 'Dann',
  clock: 'Welche Frist',
  clocks: {
    RESPOND: 'Reaktionszeit',
    RESOLVE: 'Behebungszeit',
    DUE: 'Zeit bis zur Fälligkeit',
  },
  kind: 'Auslöser',
  kinds: {
    PERCENT: 'Wenn ein Teil der Zeit verbraucht ist',
    MINUTES: 'Nach Ablauf der Zeit',
  },
  percent: 'Prozent',
  minutes: 'Minuten nach Ablauf',
  notify: 'Benachrichtigen',
  people: {
    ASSIGNEE: 'Zugewiesene Person',
    MANAGER: 'Leitung',
    ADMIN: 'Verwaltung',
  },
  priority: 'Priorität',
  keepPriority: 'Beibehalten',
  raise: 'Eine Stufe höher',
  assign: 'Zuweisen an',
  keepAssignee: 'Beibehalten',
  toPool: 'Niemanden, falls noch nicht begonnen',
  onCall: 'Bereitschaft',
  at: {
    RESPOND: 'Nach {percent} der Reaktionszeit',
    RESOLVE: 'Nach {percent} der Behebungszeit',
    DUE: 'Nach {percent} der Zeit bis zur Fälligkeit',
  },
  over: {
    RESPOND: 'Wenn die Reaktionszeit abläuft',
    RESOLVE: 'Wenn die Behebungszeit abläuft',
    DUE: 'Wenn eine Aufgabe fällig ist',
  },
  late: {
    RESPOND: '{time} nach Ablauf der Reaktionszeit',
    RESOLVE: '{time} nach Ablauf der Behebungszeit',
    DUE: '{time} nach dem Termin',
  },
  sentence: '{when}: {acts}.',
  sentenceWhere: '{when}, {where}: {acts}.',
  nothing: 'noch nichts',
  notifies: '{people} benachrichtigen',
  notified: {
    ASSIGNEE: 'zugewiesene Person',
    MANAGER: 'Leitung',
    ADMIN: 'Verwaltung',
  },
  raises: 'die Priorität um eine Stufe erhöhen',
  sets: 'die Priorität auf {priority} setzen',
  gives: 'an {who} zuweisen',
  givesOnCall: 'an die Bereitschaft zuweisen',
  givesBack: 'Zuweisung aufheben, falls nicht begonnen',
  notActive: 'jemanden, der nicht mehr aktiv ist,',
  timeline: 'Ablauf',
  used: '{percent} verbraucht',
  after: '{time} überfällig',
  atEnd: 'bei Ablauf',
} satisfies Texts<typeof en>
