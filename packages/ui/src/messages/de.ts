import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  skip: 'Zum Inhalt',
  optional: 'optional',
  signIn: 'Anmelden',
  requestId: 'Wenn das öfter passiert, nennen Sie dem Support diese Nummer: {id}',
  language: 'Sprache',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  show: 'Anzeigen',
  hide: 'Ausblenden',
  noConnection: 'Keine Verbindung. Nichts ging verloren. Versuchen Sie es erneut, sobald Sie online sind.',
  failed: 'Unerwartete Antwort des Dienstes. Versuchen Sie es gleich noch einmal.',
  stillBusy: 'Der Dienst ist ausgelastet. Versuchen Sie es in einer Minute.',
} satisfies Texts<typeof en>
