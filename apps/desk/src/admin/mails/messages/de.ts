import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  mails: {
    name: 'Benachrichtigungen und E-Mails',
    about: 'Wer E-Mails erhält, ob sie ankommen und wie sie aussehen.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  choices: 'Wer E-Mails erhält',
  mailTechnicians: 'E-Mails an die Technik über neue Aufgaben',
  mailManagers: 'E-Mails an die Leitung, wenn etwas Aufmerksamkeit braucht',
  digest: 'Tägliche Übersicht',
  digestHelp:
    'An Leitung und Verwaltung, in der Zeitzone jeder Person. Alle können sie abbestellen: im Profil oder über den Link in der E-Mail.',
  noDigest: 'Keine',
  sender: 'Absender',
  from: 'Von',
  checks: { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' },
  meanings: {
    spf: 'Welche Server für die Domain senden dürfen.',
    dkim: 'Ein Schlüssel, der nachweist, wer eine E-Mail gesendet hat.',
    dmarc: 'Was mit E-Mails geschieht, die die Prüfung nicht bestehen.',
  },
  states: {
    FOUND: 'Gefunden',
    MISSING: 'Nicht gefunden',
    ASKING: 'Wird geprüft',
    UNKNOWN: 'Prüfung fehlgeschlagen',
  },
  senderHelp:
    'Maildienste filtern E-Mails ohne Herkunftsnachweis. Wer {domain} verwaltet, trägt die fehlenden Einträge ein. DKIM wird unter den üblichen Namen gesucht.',
  noDomain:
    'Dieser Absender ist außerhalb unbekannt, daher kommen E-Mails an andere kaum an. Der Betreiber des Dienstes setzt MAIL_FROM.',
  looks: 'E-Mail-Vorschau',
  which: 'E-Mail',
  language: 'Sprache',
  subject: 'Betreff',
  asText: 'Als Nur-Text',
  sendMe: 'Diese E-Mail an mich senden',
  sent: 'An {email} gesendet.',
  names: {
    digest: 'Tägliche Übersicht',
    'task-new': 'Neue Aufgabe',
    'task-assigned': 'Aufgabe zugewiesen',
    'task-news': 'Mehrere neue Aufgaben',
    'task-reopened': 'Laut Besucher nicht behoben',
    'task-unheard': 'Aufgabe, über die niemand benachrichtigt wurde',
    'task-resumed': 'Aufgabe nicht mehr zurückgestellt',
    'task-told': 'Notiz von jemandem, der die Aufgabe vorher hatte',
    'task-withdrawn': 'Aufgabe nicht mehr zugewiesen',
    'urgent-task': 'Dringende Aufgabe',
    escalated: 'Aufgabe, deren Frist abläuft',
    'late-by-rules': 'Überfällig durch neue SLA-Ziele',
    'alert-notice': 'Hinweis einer Alarmregel',
    'wish-news': 'Benachrichtigung zu einer Ansicht',
    'task-link': 'Aufgabe für eine Einsatzkraft ohne Konto',
    'task-links': 'Mehrere Aufgaben für eine Einsatzkraft ohne Konto',
    'visitor-outcome': 'An Besucher: Ergebnis der Meldung',
    'outcome-confirm': 'An Besucher: E-Mails zur Meldung bestätigen',
    'subscription-confirm': 'An Besucher: Status-E-Mails bestätigen',
    'status-changed': 'An Besucher: Status geändert',
    'sign-in': 'Anmeldung',
    invitation: 'Einladung',
    'password-reset': 'Neues Passwort',
    'session-ended': 'Gerät abgemeldet',
    'test-notification': 'Testbenachrichtigung',
    'export-ready': 'Export fertig',
    'webhook-off': 'Webhook abgeschaltet',
    'slack-linked': 'Slack-Konto verbunden',
    'slack-broken': 'Slack getrennt',
    'billing-notice': 'Zum Tarif',
    'tenant-notice': 'Von Wellkept',
    'mailing-confirm': 'Berichtsversand bestätigen',
    'mailing-issue': 'Bericht per E-Mail',
    'mailing-refused': 'Bericht per E-Mail abgelehnt',
    'scout-invited': 'Prüfperson eingeladen',
    'round-assigned': 'Rundgang einer Prüfperson zugewiesen',
    'round-returned': 'Rundgang an Prüfperson zurückgegeben',
  },
} satisfies Texts<typeof en>
