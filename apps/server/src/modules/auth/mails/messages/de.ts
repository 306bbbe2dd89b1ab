import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  invitation: {
    subject: '{inviter} lädt Sie zu {organisation} bei Wellkept ein',
    heading: 'Willkommen bei {organisation}',
    lead: '{inviter} hat Sie in das Team von {organisation} aufgenommen.',
    next: 'Nehmen Sie an und wählen Sie, wie Sie sich anmelden. Der Link gilt einmal und {time} lang; danach kann {inviter} einen neuen senden.',
    button: 'Einladung annehmen',
    footer:
      'Sie erhalten diese E-Mail, weil {inviter} Ihre Adresse eingetragen hat. Wenn Sie nichts damit anfangen können, müssen Sie nichts tun.',
  },
  signIn: {
    heading: 'Bei Wellkept anmelden',
    lead: 'Öffnen Sie den Link und klicken Sie auf der Seite auf „Anmelden“. Er gilt einmal und {time} lang.',
    button: 'Anmelden',
    code: 'Oder geben Sie diesen Code dort ein, wo Sie sich anmelden wollten',
    leads: 'Link und Code melden Sie bei {organisation} an.',
    others: 'Bei einer anderen Ihrer Organisationen anmelden',
    footer:
      'Jemand wollte sich mit dieser E-Mail-Adresse anmelden. Waren Sie das nicht, müssen Sie nichts tun: Ohne diese E-Mail kann sich niemand anmelden. Geben Sie Link und Code nicht weiter.',
  },
  passwordReset: {
    heading: 'Neues Passwort wählen',
    lead: 'Öffnen Sie den Link und wählen Sie ein neues Passwort. Er gilt einmal und {time} lang. Überall sonst werden Sie dann abgemeldet.',
    button: 'Passwort wählen',
    leads: 'Damit ändern Sie das Passwort Ihres Kontos bei {organisation}.',
    others: 'Passwort bei einer anderen Ihrer Organisationen ändern',
    footer:
      'Jemand hat für diese E-Mail-Adresse ein neues Passwort angefordert. Waren Sie das nicht, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
  },
  sessionEnded: {
    heading: 'Wir haben eines Ihrer Geräte abgemeldet',
    lead: 'Ein Anmeldeschlüssel dieses Geräts wurde zweimal benutzt. Ursache kann ein Netzwerkfehler sein, oder jemand hat den Schlüssel kopiert. Zur Sicherheit haben wir das Gerät abgemeldet; Ihre anderen Geräte bleiben angemeldet.',
    device: 'Gerät',
    at: 'Wann',
    button: 'Wieder anmelden',
    footer:
      'Wenn das noch einmal vorkommt oder Sie das Gerät nicht kennen, ändern Sie bitte Ihr Passwort und melden Sie in Ihrem Profil die anderen Geräte ab.',
  },
  connectionAdded: {
    heading: 'Ein Assistent ist mit Ihrem Konto verbunden',
    lead: 'Ein Programm kann hier ab jetzt in Ihrem Namen und mit Ihren Rechten handeln, bis die Verbindung endet oder Sie sie beenden.',
    name: 'Verbindung',
    may: 'Darf',
    read: 'lesen',
    write: 'lesen und schreiben',
    at: 'Verbunden',
    ends: 'Endet',
    button: 'Verbindungen ansehen',
    footer:
      'Wenn Sie das nicht waren, beenden Sie die Verbindung in Ihrem Profil, ändern Sie Ihr Passwort und melden Sie Ihre anderen Geräte ab.',
  },
  test: {
    subject: 'Test von Wellkept',
    heading: 'E-Mails erreichen Sie',
    unconfirmed:
      'Keines Ihrer Geräte hat die Testbenachrichtigung bestätigt, deshalb erhalten Sie diese E-Mail. Das gilt auch für Benachrichtigungen zu Aufgaben.',
    noDevice:
      'Sie haben einen Test angefordert, und auf keinem Ihrer Geräte sind Benachrichtigungen eingeschaltet. Benachrichtigungen zu Aufgaben erhalten Sie per E-Mail.',
    button: 'Benachrichtigungen öffnen',
    footer: 'Sie erhalten diese E-Mail, weil Sie sie in Wellkept angefordert haben.',
  },
} satisfies Texts<typeof en>
