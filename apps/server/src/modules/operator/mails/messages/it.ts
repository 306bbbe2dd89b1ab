import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  reported: 'Segnalato',
  by: '{count, plural, one {da # persona} other {da # persone}}',
  organisation: 'Per',
  address: 'Indirizzo',
  access: 'Accesso',
  hazard: 'Pericoli',
  what: 'Che cosa fare',
  call: 'Contatto',
  ended: {
    subject: 'Non è più assegnato a Lei: {title}',
    heading: 'Un’attività non è più Sua',
    text: 'Ora se ne occupa qualcun altro, oppure è stata ritirata. Non deve fare altro, e il link non funziona più.',
    footer: 'Riceve questa e-mail perché l’attività Le era stata assegnata.',
  },
  one: {
    subject: 'Compito per Lei: {title}',
    resumed: 'Si può continuare: {title}',
    heading: 'Un compito per Lei',
    headingResumed: 'Uno dei Suoi compiti non è più in attesa',
    headingReopened: 'Uno dei Suoi compiti è di nuovo aperto',
    how: 'Il link apre questo compito: lo inizi, aggiunga note e foto, e lo segni come fatto. Non serve un account. Il link vale 14 giorni, finché il compito è fatto o assegnato a un’altra persona. La preghiamo di non condividerlo.',
    button: 'Apri il compito',
    footer: 'Riceve questa e-mail perché il compito Le è stato assegnato.',
  },
  several: {
    subject: '{count, plural, one {# compito per Lei} other {# compiti per Lei}}: {first} e altri {more}',
    heading: '{count, plural, one {# compito per Lei} other {# compiti per Lei}}',
    how: 'Ogni link apre un compito: lo inizi, aggiunga note e foto, e lo segni come fatto. Non serve un account. Il link vale 14 giorni, finché il compito è fatto o assegnato a un’altra persona. La preghiamo di non condividerlo.',
    open: 'Apri il compito n. {number}',
    news: 'Novità',
    reopened: 'Di nuovo aperto',
    resumed: 'Non più in attesa',
    footer: 'Riceve questa e-mail perché questi compiti Le sono stati assegnati.',
  },
} satisfies Texts<typeof en>
