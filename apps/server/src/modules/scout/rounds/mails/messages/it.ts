import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  button: 'Apri i miei giri',
  assigned: {
    subject: '{count, plural, one {Un giro} other {# giri}} per Lei presso {name}',
    heading: '{count, plural, one {Un giro per Lei} other {# giri per Lei}}',
    due: '{building}, scadenza {time}',
    footer: 'Riceve questa e-mail perché {name} pianifica giri con Lei. Può disattivarla nell’app.',
  },
  returned: {
    subject: 'Rinviato: {title}',
    heading: 'Un giro Le è stato rinviato',
    building: 'Edificio',
    due: 'Scadenza',
    footer: 'Riceve questa e-mail perché ha fatto questo giro per {name}. Può disattivarla nell’app.',
  },
  sampleTitle: 'Bagni, mattina',
  sampleReason: 'Mancano le foto del pavimento.',
} satisfies Texts<typeof en>
