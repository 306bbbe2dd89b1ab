import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  confirm: {
    subject: 'ご確認ください：報告についてのメール：{room}',
    heading: '報告についてのお知らせをメールで受け取りますか？',
    lead: '確認していただくと、チームが返信したときと完了したときにメールをお送りします。',
    button: '確認する',
    footer:
      '報告でこのアドレスが入力されました。お心当たりがない場合、何もする必要はありません。今後メールは届きません。',
  },
  outcome: {
    FIXED: {
      subject: '直りました：{room}',
      heading: '報告された問題は直りました',
      lead: 'チームによると完了しています。直っていますか？まだの場合はページでお知らせください。作業を再開します。',
      button: '直ったかどうかを知らせる',
    },
    REPLY: {
      subject: '報告への返信：{room}',
      heading: '報告への返信',
      lead: 'チームからのメッセージです：',
      button: '報告を開く',
    },
    footer: 'このアドレスは、報告についてのお知らせのために入力されました。ほかの目的には使いません。',
    stop: 'この報告についてのメールを止める',
    sampleReply: 'ありがとうございます。\n15 時に水道の業者が来ます。',
  },
} satisfies Texts<typeof en>
