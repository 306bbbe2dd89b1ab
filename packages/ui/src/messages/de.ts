import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'

export default {
  skip: 'Zum Inhalt',
  optional: 'freiwillig',
  signIn: 'Anmelden',
  requestId: 'Wenn das öfter passiert, nennen Sie dem Support diese Nummer: {id}',
  language: 'Sprache',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  show: 'Zeigen',
  hide: 'Verbergen',
  noConnection: 'Keine Verbindung. Nichts ist verloren; versuchen Sie es wieder, sobald Sie online sind.',
  failed: 'Der Dienst hat nicht wie erwartet geantwortet. Versuchen Sie es gleich noch einmal.',
  stillBusy: 'Der Dienst ist ausgelastet. Versuchen Sie es in einer Minute.',
} satisfies Texts<typeof en>
