import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  button: 'Mijn rondes openen',
  assigned: {
    subject: '{count, plural, one {Een ronde} other {# rondes}} voor u bij {name}',
    heading: '{count, plural, one {Een ronde voor u} other {# rondes voor u}}',
    due: '{building}, klaar voor {time}',
    footer: 'U krijgt deze e-mail omdat {name} rondes met u plant. U kunt hem in de app uitzetten.',
  },
  returned: {
    subject: 'Teruggegeven: {title}',
    heading: 'Een ronde is aan u teruggegeven',
    building: 'Gebouw',
    due: 'Klaar voor',
    footer:
      'U krijgt deze e-mail omdat u deze ronde voor {name} hebt gelopen. U kunt hem in de app uitzetten.',
  },
  sampleTitle: 'Toiletten, ochtend',
  sampleReason: 'De foto’s van de vloer ontbreken.',
} satisfies Texts<typeof en>
