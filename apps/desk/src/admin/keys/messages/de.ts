import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  keys: {
    name: 'API-Schlüssel',
    about: 'Schlüssel für andere Systeme, die hier Daten lesen und schreiben.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  help: 'Mit einem API-Schlüssel liest oder schreibt ein anderes System hier Daten, zum Beispiel eine Gebäudeleittechnik, ein Bericht oder ein Skript.',
  noneTitle: 'Noch keine API-Schlüssel',
  noneHelp:
    'Mit einem Schlüssel arbeitet ein anderes System hier automatisch: Ein Bericht holt jede Nacht die Kennzahlen, eine Gebäudeleittechnik legt Aufgaben an. Jeder Schlüssel erlaubt nur, was Sie wählen, und kann jederzeit widerrufen werden.',
  create: 'API-Schlüssel anlegen',
  name: 'Name',
  nameHelp: 'Wofür er verwendet wird, zum Beispiel „Nächtlicher Bericht“.',
  nameNeeded: 'Geben Sie einen Namen ein.',
  scopes: 'Berechtigungen',
  scopeNeeded: 'Wählen Sie mindestens eine.',
  scope: {
    read: 'Lesen',
    write: 'Schreiben',
    'webhooks:manage': 'Webhooks verwalten',
  },
  scopeHelp: {
    read: 'Listen und Datensätze: Aufgaben, Rückmeldungen, Einrichtungen, Kennzahlen, Protokoll.',
    write: 'Aufgaben, Gebäude, Einrichtungen und Zustände anlegen und ändern. Ohne Lesen.',
    'webhooks:manage': 'Webhooks anlegen und ändern, Zustellungen erneut senden. Ab dem Tarif Business.',
  },
  never:
    'Kein Schlüssel gibt Zugriff auf Personen, Einstellungen, andere Schlüssel, Single Sign-on oder den Datenexport.',
  full: 'Alle API-Schlüssel Ihres Tarifs sind vergeben. Widerrufen Sie einen oder wählen Sie einen größeren Tarif.',
  key: 'Schlüssel',
  creator: 'Angelegt von',
  creatorLeft: 'nicht mehr im Team',
  lastUse: 'Zuletzt verwendet',
  neverUsed: 'Nie verwendet',
  created: 'Angelegt',
  shownTitle: 'API-Schlüssel „{name}“',
  shownHelp: 'Der Schlüssel wird nur einmal angezeigt. Bewahren Sie ihn sicher auf, nicht in einer E-Mail.',
  copyKey: 'Schlüssel kopieren',
  tryIt: 'Ausprobieren',
  tries: {
    read: 'Diese Anfrage zeigt, welcher Schlüssel verwendet wird. Sie funktioniert auf jedem Rechner mit curl.',
    write: 'Diese Anfrage legt eine Aufgabe an, die Sie danach löschen können.',
    'webhooks:manage': 'Diese Anfrage listet Ihre Webhooks.',
  },
  testTask: 'Test des API-Schlüssels {name}',
  copyCall: 'Anfrage kopieren',
  saved: 'Ich habe ihn gespeichert',
  notYet:
    'Der Schlüssel kann nicht noch einmal angezeigt werden. Speichern Sie ihn und bestätigen Sie dann unten.',
  revoke: 'Widerrufen',
  revokeTitle: '„{name}“ widerrufen',
  revokeHelp:
    'Der Schlüssel mit der Endung {ending} funktioniert sofort nicht mehr, für alles, was ihn verwendet. {used} Das lässt sich nicht rückgängig machen.',
  usedLast: 'Zuletzt wurde er {ago} verwendet.',
  usedNever: 'Er wurde nie verwendet.',
  revoked: '„{name}“ wurde widerrufen.',
} satisfies Texts<typeof en>
