import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  button: '自分の巡回を開く',
  assigned: {
    subject: '{name} の巡回{count, plural, other { # 件}}のご案内',
    heading: '{count, plural, other {あなたの巡回 # 件}}',
    due: '{building}、期限 {time}',
    footer: 'このメールは、{name} があなたとの巡回を予定しているためお送りしています。アプリで止められます。',
  },
  returned: {
    subject: '差し戻し：{title}',
    heading: '巡回が差し戻されました',
    building: '建物',
    due: '期限',
    footer:
      'このメールは、あなたが {name} のためにこの巡回を行ったためお送りしています。アプリで止められます。',
  },
  sampleTitle: 'トイレ、朝',
  sampleReason: '床の写真がありません。',
} satisfies Texts<typeof en>
