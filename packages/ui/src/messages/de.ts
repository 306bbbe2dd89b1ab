import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'

export default {
  skip: 'Zum Inhalt',
  optional: 'freiwillig',
  signIn: 'Anmelden',
  requestId: 'Wenn es so bleibt, nennen Sie dem Support diese Nummer: {id}',
  language: 'Sprache',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  show: 'Zeigen',
  hide: 'Verbergen',
  noConnection: 'Keine Verbindung. Nichts ist verloren; versuchen Sie es wieder, sobald Sie online sind.',
} satisfies Texts<typeof en>
