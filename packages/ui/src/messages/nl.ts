import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  skip: 'Naar de inhoud',
  optional: 'niet verplicht',
  signIn: 'Inloggen',
  requestId: 'Blijft dit zo, geef de helpdesk dan dit nummer: {id}',
  language: 'Taal',
  password: 'Wachtwoord',
  newPassword: 'Nieuw wachtwoord',
  show: 'Tonen',
  hide: 'Verbergen',
  noConnection: 'Geen verbinding. Er is niets verloren; probeer het opnieuw als u weer online bent.',
  failed: 'De dienst antwoordde anders dan verwacht. Probeer het zo opnieuw.',
  stillBusy: 'De dienst is bezet. Probeer het over een minuut.',
} satisfies Texts<typeof en>
