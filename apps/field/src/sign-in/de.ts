import type { Messages } from './en.ts'

export const de: Messages = {
  product: 'Wellkept',
  skip: 'Zum Inhalt',
  language: 'Sprache',
  email: 'E-Mail',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  show: 'Zeigen',
  hide: 'Verbergen',
  or: 'oder',
  working: 'Einen Moment…',

  signInTitle: 'Anmelden',
  signIn: 'Mit Passwort anmelden',
  mailLink: 'Anmeldelink per E-Mail',
  forgot: 'Neues Passwort setzen',
  register: 'Konto für Ihre Organisation anlegen',
  google: 'Weiter mit Google',
  microsoft: 'Weiter mit Microsoft',
  organisationSignIn: 'Über Ihre Organisation anmelden',
  joinGoogle: 'Mit Google beitreten',
  joinMicrosoft: 'Mit Microsoft beitreten',
  signedInAs: (name) => `Sie sind angemeldet als ${name}.`,
  goOn: 'Weiter zur Arbeit',
  ended: 'Ihre Sitzung ist zu Ende. Melden Sie sich wieder an, um weiterzumachen.',

  finishTitle: 'Sie werden angemeldet',
  yourOrganisation: 'Ihre Organisation',
  otherService: 'den anderen Dienst',
  wayDeclined: (who) => `Die Anmeldung über ${who} wurde nicht zu Ende geführt. Wählen Sie unten einen Weg.`,
  wayStartAgain:
    'Diese Anmeldung wurde nicht in diesem Fenster begonnen oder hat zu lange gedauert. Beginnen Sie unten noch einmal.',
  wayUnreachable: (who) =>
    `Die Anmeldung über ${who} antwortet gerade nicht. Versuchen Sie es in ein paar Minuten noch einmal, oder wählen Sie einen anderen Weg.`,
  wayNotSetUp: 'Dieser Weg ist hier nicht eingerichtet. Wählen Sie einen anderen.',
  wayRefused: (who) =>
    `Die Anmeldung über ${who} war nicht möglich. Wählen Sie einen anderen Weg, oder fragen Sie, wer die Konten Ihres Teams betreut.`,
  joinRefused: (who) =>
    `Der Beitritt über ${who} war nicht möglich. Treten Sie unten mit Ihrem Namen bei; geht auch das nicht, bitten Sie um eine neue Einladung.`,

  linkSentTitle: 'Sehen Sie in Ihre E-Mails',
  linkSent: (email) =>
    `Wenn es zu ${email} ein Konto gibt, sind ein Link und ein Code mit 6 Ziffern unterwegs. Beide gelten 15 Minuten.`,
  code: 'Code aus der E-Mail',
  codeHint: '6 Ziffern, falls Sie Ihre E-Mails auf einem anderen Gerät lesen.',
  useCode: 'Mit Code anmelden',
  sendAgain: 'Noch einmal senden',
  sendAgainIn: (seconds) =>
    `In ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} können Sie noch einmal senden.`,
  sentAgain: 'Noch einmal gesendet. Die neueste E-Mail ist unterwegs.',
  wrongAddress: 'Falsche Adresse',

  useLinkTitle: 'Bei Wellkept anmelden',
  useLink: 'Ihr Link ist bereit. Er gilt einmal.',
  useLinkButton: 'Anmelden',
  linkSpent: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Lassen Sie sich einen neuen schicken.',
  newLinkTitle: 'Neuen Link anfordern',

  welcomeTitle: 'Ihrem Team beitreten',
  welcome: 'Sie wurden zu Wellkept eingeladen. Sagen Sie Ihrem Team, wer Sie sind.',
  name: 'Ihr Name',
  nameHint: 'So, wie Ihr Team ihn sehen soll.',
  passwordOptional: 'Passwort (freiwillig)',
  passwordOptionalHint: (least) =>
    `Mindestens ${least} Zeichen. Ohne Passwort melden Sie sich mit einem Link aus Ihrer E-Mail an.`,
  passwordHint: (least) => `Mindestens ${least} Zeichen. Ein kurzer Satz lässt sich leicht merken.`,
  join: 'Dem Team beitreten',
  invitationMissing:
    'Öffnen Sie den Link in der Einladung noch einmal. Sind Sie schon beigetreten, melden Sie sich mit einem Link an.',
  invitationSpent:
    'Diese Einladung wurde schon benutzt oder ist abgelaufen. Bitten Sie um eine neue, oder melden Sie sich mit einem Link an.',

  resetTitle: 'Neues Passwort setzen',
  resetAsk:
    'Geben Sie Ihre E-Mail-Adresse ein. Sie bekommen einen Link, mit dem Sie ein neues Passwort setzen.',
  resetSend: 'Link per E-Mail schicken',
  resetSent: (email) => `Wenn es zu ${email} ein Konto gibt, ist ein Link unterwegs. Er gilt 15 Minuten.`,
  resetSave: 'Passwort speichern und anmelden',
  resetSpent: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Fordern Sie unten einen neuen an.',

  registerTitle: 'Konto anlegen',
  registerText: 'Für Ihre Organisation. Ihr Team können Sie später einladen.',
  organisation: 'Organisation',
  registerButton: 'Konto anlegen',
  haveAccount: 'Sie haben ein Konto: anmelden',
  backToSignIn: 'Zurück zur Anmeldung',

  needEmail: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ana@example.org.',
  needPassword: 'Geben Sie Ihr Passwort ein.',
  needCode: 'Geben Sie die 6 Ziffern aus der E-Mail ein.',
  needName: 'Geben Sie Ihren Namen ein.',
  needOrganisation: 'Geben Sie den Namen Ihrer Organisation ein.',
  needLongPassword: (least) => `Nehmen Sie mindestens ${least} Zeichen.`,
  passwordRefused: 'Dieses Passwort ist zu leicht zu erraten. Nehmen Sie ein anderes.',
  fieldRefused: 'Das wurde nicht angenommen. Prüfen Sie die Eingabe.',

  loginFailed:
    'E-Mail und Passwort passen nicht zusammen. Prüfen Sie beides, oder lassen Sie sich einen Link schicken.',
  codeFailed: 'Dieser Code stimmt nicht oder ist abgelaufen. Prüfen Sie ihn, oder senden Sie einen neuen.',
  tooMany: (minutes) =>
    `Es gab zu viele Versuche. In ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} geht es wieder.`,
  locked: (time) => `Es gab zu viele Versuche. Um ${time} Uhr geht das Passwort wieder.`,
  lockedLink: 'Ein Link per E-Mail geht sofort.',
  lockedOtherWays: 'Ein Link per E-Mail und die anderen Wege unten gehen sofort.',
  lockedMinutes: (minutes) => `Noch ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'}`,
  lockedOver: 'Sie können es jetzt wieder versuchen.',
  offline: 'Keine Verbindung. Nichts ist verloren; versuchen Sie es, wenn Sie wieder online sind.',
  failed: 'Der Dienst hat nicht wie erwartet geantwortet. Versuchen Sie es gleich noch einmal.',
  maintained: 'Wellkept wird gerade gewartet, deshalb muss das kurz warten. Die Anmeldung mit Passwort geht.',
  requestId: (id) => `Wenn es so bleibt, nennen Sie dem Support diese Nummer: ${id}`,
}
