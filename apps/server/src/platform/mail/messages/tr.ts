import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  priority: 'Öncelik',
  task: 'Görev',
  where: 'Yer',
  due: 'Son tarih',
  priorities: {
    LOW: 'Düşük',
    MEDIUM: 'Orta',
    HIGH: 'Yüksek',
    URGENT: 'Acil',
  },
  wellkept:
    'Wellkept ile ekipler binalara bakar: ziyaretçiler bir kod okutur, sorunu bildirir, ekip giderir.',
  sampleRoom: 'Tuvalet 2.14',
  sampleBuilding: 'Merkez kütüphane',
  sample: 'Örnek: {subject}',
  sampleTitle: 'Wellkept’ten bir e-posta',
  sampleFooter: 'E-postalar böyle görünür.',
} satisfies Texts<typeof en>
