import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  changed: {
    states: {
      OPERATIONAL: '異常なし',
      DEGRADED: '問題あり',
      MAINTENANCE: '修理中',
      OUT_OF_ORDER: '使用停止',
    },
    heading: '状態が変わりました',
    item: '対象',
    state: '状態',
    until: '終了予定',
    button: '状態のページを開く',
    footer: 'このメールは、この場所の状態のお知らせの依頼があったためお送りしています。',
    stop: '状態のメールを止める',
    sampleItem: 'お湯',
    sampleNote: '給湯器を交換しています。',
  },
  confirm: {
    subject: 'ご確認ください：{room} の状態のメール',
    heading: '状態のお知らせをメールで受け取りますか？',
    lead: '確認していただくと、この場所の状態が変わったときにメールをお送りします。',
    button: '確認する',
    footer:
      '状態のページでこのアドレスが入力されました。お心当たりがない場合、何もする必要はありません。今後メールは届きません。',
  },
  page: {
    title: 'Wellkept からのメール',
    ask: '{place} の状態が変わったときにメールを受け取りますか？',
    reads: '{place} の状態が変わったときにメールが届きます。',
    askReport: '報告についてのお知らせをメールで受け取りますか？',
    report: '報告についてのお知らせがメールで届きます。',
    digest: '毎朝、前日に変わったことについてのメールが届きます。',
    ended: 'メールは届きません。',
    unknown: 'このリンクは無効です。メールソフトが途中で切った可能性があります。',
    later: '今はできません。数分後にもう一度お試しください。',
    confirm: 'はい、メールを受け取ります',
    decline: 'いいえ',
    stop: 'メールを止める',
    status: '状態のページを開く',
  },
} satisfies Texts<typeof en>
