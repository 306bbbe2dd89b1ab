import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  priority: '優先度',
  task: '作業',
  where: '場所',
  due: '期限',
  priorities: {
    LOW: '低',
    MEDIUM: '中',
    HIGH: '高',
    URGENT: '緊急',
  },
  wellkept:
    'Wellkept では、チームが建物を管理します。利用者がコードを読み取って問題を知らせ、チームが直します。',
  sampleRoom: 'トイレ 2.14',
  sampleBuilding: '中央図書館',
  sample: '見本：{subject}',
  sampleTitle: 'Wellkept からのメール',
  sampleFooter: 'メールはこのように表示されます。',
} satisfies Texts<typeof en>
