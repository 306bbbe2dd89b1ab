import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  reported: '報告',
  by: '{count, plural, other {# 人から}}',
  organisation: '依頼元',
  address: '住所',
  access: '入り方',
  hazard: '危険',
  what: '作業内容',
  call: '連絡先',
  ended: {
    subject: '担当から外れました：{title}',
    heading: '担当から外れたタスクがあります',
    text: '別の人が担当するか、取り下げられました。することはもうありません。リンクも使えません。',
    footer: 'このタスクが割り当てられていたため、このメールをお送りしています。',
  },
  one: {
    subject: 'あなたの作業：{title}',
    resumed: '再開できます：{title}',
    heading: 'あなたの作業です',
    headingResumed: 'あなたの作業の保留が終わりました',
    headingReopened: 'あなたの作業が再開されました',
    how: 'リンクからこの作業を開き、開始、メモや写真の追加、完了の報告ができます。アカウントは必要ありません。リンクは 14 日間、作業が完了するか、ほかの人の担当になるまで有効です。リンクを他人に渡さないでください。',
    button: '作業を開く',
    footer: 'このメールは、作業があなたの担当になったためお送りしています。',
  },
  several: {
    subject: '{count, plural, other {あなたの作業 # 件}}：{first} とほか {more} 件',
    heading: '{count, plural, other {あなたの作業 # 件}}',
    how: 'それぞれのリンクから 1 件の作業を開き、開始、メモや写真の追加、完了の報告ができます。アカウントは必要ありません。リンクは 14 日間、作業が完了するか、ほかの人の担当になるまで有効です。リンクを他人に渡さないでください。',
    open: '作業 #{number} を開く',
    news: 'お知らせ',
    reopened: '再開',
    resumed: '保留が終わりました',
    footer: 'このメールは、これらの作業があなたの担当になったためお送りしています。',
  },
} satisfies Texts<typeof en>
