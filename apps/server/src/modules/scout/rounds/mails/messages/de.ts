import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  button: 'Meine Rundgänge öffnen',
  assigned: {
    subject: '{count, plural, one {Ein Rundgang} other {# Rundgänge}} für Sie bei {name}',
    heading: '{count, plural, one {Ein Rundgang für Sie} other {# Rundgänge für Sie}}',
    due: '{building}, fällig {time}',
    footer:
      'Sie erhalten diese E-Mail, weil {name} Rundgänge mit Ihnen plant. In der App können Sie sie abschalten.',
  },
  returned: {
    subject: 'Zurückgegeben: {title}',
    heading: 'Ein Rundgang wurde Ihnen zurückgegeben',
    building: 'Gebäude',
    due: 'Fällig',
    footer:
      'Sie erhalten diese E-Mail, weil Sie diesen Rundgang für {name} begangen haben. In der App können Sie sie abschalten.',
  },
  sampleTitle: 'Toiletten, morgens',
  sampleReason: 'Die Fotos vom Boden fehlen.',
} satisfies Texts<typeof en>
