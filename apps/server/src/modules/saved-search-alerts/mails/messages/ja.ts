import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: '「{name}」の新着{count, plural, other { # 件}}',
  subjectOfMore: '保存したビューの新着{count, plural, other { # 件}}',
  heading: '保存したビューに新しい結果があります',
  view: 'ビュー「{name}」：',
  feedback: 'フィードバック',
  rated: '5 段階中 {rating}',
  more: 'ほか {n} 件。すべてビューにあります。',
  open: 'ビューを開く',
  end: 'お知らせを管理する',
  footer: 'このメールは、このビューのお知らせが設定されているためお送りしています。',
  sampleRatings: '図書館の低い評価',
  sampleUrgent: '緊急の作業',
} satisfies Texts<typeof en>
