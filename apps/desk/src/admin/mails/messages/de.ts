import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  mails: {
    name: 'Benachrichtigungen und Mails',
    about: 'Wer Mails bekommt, ob sie ankommen und wie jede aussieht.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  choices: 'Wer Mails bekommt',
  mailTechnicians: 'Mail an die Technik über neue Aufgaben',
  mailManagers: 'Mail an die Leitung über alles, was Aufmerksamkeit braucht',
  digest: 'Tägliche Übersicht',
  digestHelp:
    'An Leitung und Administration, nach der Uhr jeder Person. Alle können darauf verzichten: im Profil oder über den Link in der Mail.',
  noDigest: 'Keine',
  sender: 'Absender',
  from: 'Von',
  checks: { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' },
  meanings: {
    spf: 'Welche Server für die Domain senden dürfen.',
    dkim: 'Ein Schlüssel, der zeigt, wer eine Mail gesendet hat.',
    dmarc: 'Was mit Mails geschieht, die nichts nachweisen.',
  },
  states: {
    FOUND: 'Gefunden',
    MISSING: 'Nicht gefunden',
    ASKING: 'Wird gefragt',
    UNKNOWN: 'Konnte nicht gefragt werden',
  },
  senderHelp:
    'Mail-Dienste sortieren aus, was seine Herkunft nicht nachweist. Wer {domain} betreut, trägt ein, was fehlt. DKIM wird unter den üblichen Namen gesucht.',
  noDomain:
    'Diesen Absender kennt außerhalb niemand, daher kommen Mails an andere kaum an. Wer den Dienst betreibt, setzt MAIL_FROM.',
  looks: 'Wie Mails aussehen',
  which: 'Mail',
  language: 'Sprache',
  subject: 'Betreff',
  asText: 'Als reiner Text',
  sendMe: 'Diese Mail an mich senden',
  sent: 'Unterwegs an {email}.',
  names: {
    digest: 'Was sich geändert hat, jeden Morgen',
    'task-new': 'Eine neue Aufgabe',
    'task-assigned': 'Eine Aufgabe für jemanden',
    'task-news': 'Mehrere Aufgaben auf einmal',
    'task-reopened': 'Laut Besucher nicht behoben',
    'task-unheard': 'Eine Aufgabe, von der niemand erfährt',
    'task-resumed': 'Eine Aufgabe ist nicht mehr zurückgestellt',
    'urgent-task': 'Eine dringende Aufgabe',
    escalated: 'Die Zeit einer Aufgabe läuft ab',
    'late-by-rules': 'Verspätet durch neue Ziele',
    'alert-notice': 'Was eine Alarmregel meldet',
    'wish-news': 'Wovon Sie erfahren wollten',
    'task-link': 'Eine Aufgabe für jemanden ohne Konto',
    'task-links': 'Mehrere Aufgaben für jemanden ohne Konto',
    'visitor-outcome': 'An Besucher: was aus der Meldung wurde',
    'outcome-confirm': 'An Besucher: Mails zur Meldung bestätigen',
    'subscription-confirm': 'An Besucher: Status-Mails bestätigen',
    'status-changed': 'An Besucher: Der Status hat sich geändert',
    'sign-in': 'Anmelden',
    invitation: 'Einladung',
    'password-reset': 'Neues Passwort',
    'session-ended': 'Ein Gerät wurde abgemeldet',
    'test-notification': 'Test von Benachrichtigungen',
    'export-ready': 'Der Export ist fertig',
    'webhook-off': 'Ein Webhook wurde abgeschaltet',
    'mailing-confirm': 'Kennzahlen per Mail bestätigen',
    'mailing-issue': 'Kennzahlen per Mail',
    'mailing-refused': 'Kennzahlen per Mail werden abgelehnt',
  },
} satisfies Texts<typeof en>
