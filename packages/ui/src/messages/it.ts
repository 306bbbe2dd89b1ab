import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  skip: 'Vai al contenuto',
  optional: 'facoltativo',
  signIn: 'Accedi',
  requestId: 'Se continua così, comunichi questo numero all’assistenza: {id}',
  language: 'Lingua',
  password: 'Password',
  newPassword: 'Nuova password',
  show: 'Mostra',
  hide: 'Nascondi',
  noConnection: 'Nessuna connessione. Nulla è perso; riprovi quando torna la connessione.',
  failed: 'Il servizio non ha risposto come previsto. Riprovi tra un momento.',
  stillBusy: 'Il servizio è occupato. Riprovi tra un minuto.',
} satisfies Texts<typeof en>
