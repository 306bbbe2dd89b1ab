import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  profile: {
    name: 'Ihr Profil',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  about: 'Über Sie',
  email: 'E-Mail',
  roles: 'Rollen',
  nameNeeded: 'Geben Sie einen Namen ein.',
  timeZone: 'Zeitzone',
  timeZoneHelp: 'Für Uhrzeiten und Ruhezeiten.',
  zoneOfTenant: 'Wie Organisation ({zone})',
  looks: 'Sprache und Darstellung',
  languageHelp: 'Für diese App und für E-Mails an Sie.',
  themeHelp: 'Gilt sofort.',
  keysHelp: 'Zum Beispiel g t für Aufgaben. {keys} funktioniert immer.',
  news: 'Benachrichtigungen',
  waysHelp:
    'Bei beidem kommt eine E-Mail nur, wenn kein Gerät die Benachrichtigung innerhalb von zehn Minuten bestätigt.',
  channels: { push: 'Push', mail: 'E-Mail' },
  pushStates: {
    ON: 'Benachrichtigungen sind in diesem Browser eingeschaltet.',
    OFF: 'Benachrichtigungen sind in diesem Browser ausgeschaltet.',
    BLOCKED:
      'Ihr Browser blockiert Benachrichtigungen. Erlauben Sie sie in den Browsereinstellungen und laden Sie die Seite neu.',
    INSECURE:
      'Diese Adresse ist nicht sicher (https), deshalb kann der Browser keine Benachrichtigungen anzeigen.',
    HOME_SCREEN:
      'Auf iPhone und iPad fügen Sie die App zuerst zum Home-Bildschirm hinzu: Teilen, dann „Zum Home-Bildschirm“.',
    UNABLE:
      'Dieser Browser unterstützt keine Benachrichtigungen. Schalten Sie sie auf Ihrem Telefon unter „Ich“ ein.',
  },
  pushFailed: 'Benachrichtigungen konnten nicht eingeschaltet werden. Versuchen Sie es später.',
  switchOn: 'Hier einschalten',
  switchOff: 'Hier ausschalten',
  switchOffIt: 'Ausschalten',
  switchOffThere: 'Benachrichtigungen auf {device} ausschalten',
  lastConfirmed: 'Zuletzt bestätigt',
  neverConfirmed: 'Noch nichts bestätigt',
  sendTest: 'Test senden',
  testByMail:
    'Auf keinem Gerät sind Benachrichtigungen eingeschaltet, deshalb wurde eine Test-E-Mail gesendet.',
  testOnWay: 'Gesendet. Warten auf die Bestätigung eines Geräts.',
  testConfirmed: 'Empfangen und bestätigt:',
  kinds: {
    taskAssigned: 'Ihnen wird eine Aufgabe zugewiesen',
    taskNew: 'Neue nicht zugewiesene Aufgabe',
    urgentTask: 'Dringende Aufgabe',
    sla: 'SLA und Eskalationen',
    alert: 'Hinweis einer Alarmregel',
    wish: 'Hinweise zu Ansichten',
    digest: 'Tägliche Übersicht',
  },
  kindHelp: {
    taskAssigned: 'Von jemandem oder durch eine Regel.',
    taskNew: 'In Gebäuden, für die Sie zuständig sind.',
    urgentTask: 'Auch in Ruhezeiten.',
    sla: 'Eine Aufgabe droht ihr Ziel zu verfehlen oder hat es verfehlt. Auch in Ruhezeiten.',
    alert: 'Regeln, die keine Aufgabe anlegen.',
    wish: '„Benachrichtigen, wenn …“ in den Ansichten von Rückmeldungen und Aufgaben.',
    digest: 'Jeden Morgen, höchstens fünf Zeilen, verglichen mit dem üblichen Wert dieses Wochentags.',
  },
  alwaysMailed: 'Angeforderte Links und Warnungen zu Ihrem Konto kommen immer per E-Mail.',
  alerts: 'Hinweise zu Ansichten',
  noWishes:
    'Noch keine. Wählen Sie in „Ansichten“ von Rückmeldungen oder Aufgaben „Benachrichtigen, wenn …“.',
  wishOf: {
    feedback: 'Neue Rückmeldungen',
    tasks: 'Aufgaben',
  },
  wishWays: { both: 'Push, sonst E-Mail', push: 'Push', mail: 'E-Mail' },
  wishSince: 'seit',
  wishUnknown:
    'Die Filter dieser Ansicht gibt es nicht mehr, deshalb kommen keine Hinweise. Beenden Sie den Hinweis oder speichern Sie ihn in der Ansicht neu.',
  endWish: 'Beenden',
  endWishOf: 'Hinweis zu „{name}“ beenden',
  wishEnded: 'Sie werden zu „{name}“ nicht mehr benachrichtigt.',
  quiet: 'Ruhezeiten',
  quietHelp: 'Nicht dringende Benachrichtigungen warten bis zum Ende der Ruhezeit.',
  quietFrom: 'Von',
  quietTo: 'Bis',
  quietZone: 'In {zone}. Liegt das Ende vor dem Beginn, ist der nächste Morgen gemeint.',
  timesNeeded: 'Geben Sie beide Zeiten ein oder schalten Sie Ruhezeiten aus.',
  timesAlike: 'Beginn und Ende müssen sich unterscheiden.',
  saveQuiet: 'Ruhezeiten speichern',
  password: 'Passwort',
  passwordHelp: 'Beim Ändern werden alle anderen Geräte abgemeldet.',
  currentPassword: 'Aktuelles Passwort',
  newPassword: 'Neues Passwort',
  showPasswords: 'Passwörter anzeigen',
  currentNeeded: 'Geben Sie Ihr aktuelles Passwort ein.',
  currentWrong: 'Das ist nicht Ihr aktuelles Passwort.',
  newNeeded: 'Geben Sie ein neues Passwort ein.',
  newRefused: 'Wählen Sie ein anderes Passwort. Der Dienst meldet: {why}.',
  changePassword: 'Passwort ändern',
  passwordChanged: 'Passwort geändert. Alle anderen Geräte sind abgemeldet.',
  noPassword: 'Sie melden sich ohne Passwort an.',
  setPassword: 'Passwort per E-Mail-Link festlegen',
  devices: 'Angemeldete Geräte',
  unknownDevice: 'Unbekanntes Gerät',
  thisDevice: 'Dieses Gerät',
  lastUsed: 'Zuletzt verwendet',
  signedInAt: 'angemeldet',
  endOf: '{device} abmelden',
  ended: '{device} ist abgemeldet.',
  signOutHere: 'Hier abmelden',
  signOutOthers: 'Andere Geräte abmelden',
  othersEnded:
    '{count, plural, one {# anderes Gerät ist abgemeldet.} other {# andere Geräte sind abgemeldet.}}',
  signOutEverywhere: 'Überall abmelden',
  everywhereTitle: 'Auf allen Geräten abmelden',
  everywhereHelp: 'Auch auf diesem. Sie können sich sofort wieder anmelden.',
} satisfies Texts<typeof en>
