import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'Le Sue ispezioni per {name}',
  heading: 'Ispezioni per {name}',
  lead: '{name} ha pianificato ispezioni con Lei.',
  next: 'Apra il link sul telefono, oppure inserisca lì il codice {code}. Funziona una volta, per 14 giorni.',
  button: 'Configura il telefono',
  footer:
    'Riceve questa e-mail perché {name} ha inserito il Suo indirizzo. Se non la aspettava, non deve fare nulla.',
} satisfies Texts<typeof en>
