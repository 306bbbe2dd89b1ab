import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  button: 'Ouvrir mes rondes',
  assigned: {
    subject: '{count, plural, one {Une ronde} other {# rondes}} pour vous chez {name}',
    heading: '{count, plural, one {Une ronde pour vous} other {# rondes pour vous}}',
    due: '{building}, échéance {time}',
    footer:
      'Vous recevez cet e-mail parce que {name} prévoit des rondes avec vous. Vous pouvez le désactiver dans l’application.',
  },
  returned: {
    subject: 'Renvoyée : {title}',
    heading: 'Une ronde vous a été renvoyée',
    building: 'Bâtiment',
    due: 'Échéance',
    footer:
      'Vous recevez cet e-mail parce que vous avez fait cette ronde pour {name}. Vous pouvez le désactiver dans l’application.',
  },
  sampleTitle: 'Toilettes, matin',
  sampleReason: 'Il manque les photos du sol.',
} satisfies Texts<typeof en>
