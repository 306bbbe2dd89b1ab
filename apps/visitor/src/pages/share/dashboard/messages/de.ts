import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  period: 'Zeitraum',
  lastDays: '{n, plural, one {Letzter Tag} other {Letzte # Tage}}',
  from: 'Von',
  to: 'Bis',
  show: 'Zeitraum zeigen',
  download: 'Herunterladen',
  pdf: 'PDF',
  csv: 'CSV-Tabelle',
} satisfies Texts<typeof en>
