import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  keys: {
    name: 'API-Schlüssel',
    about: 'Schlüssel, mit denen andere Systeme hier lesen und schreiben.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  help: 'Mit einem Schlüssel liest oder schreibt hier ein anderes System, zum Beispiel eine Gebäudeleittechnik, ein Bericht oder ein Skript.',
  noneTitle: 'Noch keine API-Schlüssel',
  noneHelp:
    'Ein Schlüssel lässt ein anderes System ohne Zutun arbeiten: Ein Bericht holt jede Nacht die Zahlen, eine Gebäudeleittechnik öffnet Aufgaben. Jeder Schlüssel öffnet nur, was Sie wählen, und kann jederzeit widerrufen werden.',
  create: 'API-Schlüssel anlegen',
  name: 'Name',
  nameHelp: 'Was ihn benutzt, zum Beispiel „Nächtlicher Bericht“.',
  nameNeeded: 'Ein Schlüssel braucht einen Namen.',
  scopes: 'Was er öffnet',
  scopeNeeded: 'Wählen Sie mindestens eines.',
  scope: {
    read: 'Lesen',
    write: 'Schreiben',
    'webhooks:manage': 'Webhooks verwalten',
  },
  scopeHelp: {
    read: 'Listen und Einträge: Aufgaben, Rückmeldungen, Einrichtungen, Zahlen, das Protokoll.',
    write: 'Aufgaben, Gebäude, Einrichtungen und Zustände anlegen und ändern. Lesen gehört nicht dazu.',
  },
  never:
    'Kein Schlüssel erreicht Personen, Einstellungen, andere Schlüssel, die gemeinsame Anmeldung oder den Datenexport.',
  full: 'Alle Schlüssel Ihres Tarifs sind vergeben. Widerrufen Sie einen, oder wählen Sie einen größeren Tarif.',
  key: 'Schlüssel',
  creator: 'Angelegt von',
  creatorLeft: 'nicht mehr im Team',
  lastUse: 'Zuletzt benutzt',
  neverUsed: 'Nie benutzt',
  created: 'Angelegt',
  shownTitle: 'Der Schlüssel „{name}“',
  shownHelp:
    'Er wird nur jetzt gezeigt. Legen Sie ihn dorthin, wo Geheimnisse verwahrt werden, nicht in eine Mail.',
  copyKey: 'Schlüssel kopieren',
  tryIt: 'Ausprobieren',
  tryRead: 'Dies fragt, wer der Schlüssel ist. Es geht von jedem Rechner mit curl.',
  tryWrite: 'Dies öffnet eine Aufgabe, die Sie danach löschen können.',
  testTask: 'Probe des Schlüssels {name}',
  copyCall: 'Aufruf kopieren',
  saved: 'Ich habe ihn verwahrt',
  notYet:
    'Der Schlüssel kann nicht noch einmal gezeigt werden. Verwahren Sie ihn erst, und sagen Sie es dann unten.',
  revoke: 'Widerrufen',
  revokeTitle: '„{name}“ widerrufen',
  revokeHelp:
    'Der Schlüssel, der auf {ending} endet, gilt sofort nicht mehr, für alles, was ihn benutzt. {used} Das lässt sich nicht rückgängig machen.',
  usedLast: 'Zuletzt wurde er {ago} benutzt.',
  usedNever: 'Er wurde nie benutzt.',
  revoked: '„{name}“ ist widerrufen.',
} satisfies Texts<typeof en>
