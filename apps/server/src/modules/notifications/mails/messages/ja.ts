import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  openTask: '作業を開く',
  assigned: {
    subject: 'あなたの作業：{title}',
    heading: 'あなたの作業です',
    footer:
      'このメールは、作業があなたの担当になったためお送りしています。どのメールを受け取るかは、プロフィールで選べます。',
  },
  fresh: {
    subject: '新しい作業：{title}',
    urgent: '緊急：{title}',
    heading: '担当者のいない作業',
    footer: 'このメールは、あなたがこの建物を担当しているためお送りしています。',
  },
  reopened: {
    subject: '直っていません：{title}',
    heading: '利用者によると直っていません',
    text: '作業は再開されました。',
    footer:
      'このメールは、作業があなたの担当であるか、まだ担当者がいないためお送りしています。どのメールを受け取るかは、プロフィールで選べます。',
  },
  resumed: {
    subject: '再開できます：{title}',
    heading: '作業の保留が終わりました',
    text: '保留が終わりました。まだ作業できない理由がある場合は、もう一度保留にしてください。',
    footer:
      'このメールは、作業があなたの担当であるか、まだ担当者がいないためお送りしています。どのメールを受け取るかは、プロフィールで選べます。',
  },
  told: {
    subject: '担当の作業について：{title}',
    heading: '担当の作業について同僚から連絡があります',
    text: '以前この作業を担当していた人がメモを追加しました。作業を開いてお読みください。',
  },
  withdrawn: {
    subject: '担当から外れました：{title}',
    heading: '作業の担当から外れました',
    to: '現在の担当：{who}',
    free: '現在、担当者はいません。',
  },
  unheard: {
    subject: '誰にも知らせられませんでした：{title}',
    heading: '作業について誰にも知らせられませんでした',
    text: '担当は {who} ですが、アカウントを持つ人がいません。直接連絡するか、作業を個人の担当にしてください。メールアドレスがあってアカウントがない人には、メールでリンクが届きます。',
    footer:
      'このメールは、あなたがこのチームを管理しているためお送りしています。どのメールを受け取るかは、プロフィールで選べます。',
  },
  urgent: {
    subject: '緊急：{title}',
    heading: '緊急の作業',
    since: '開始',
    assignee: '担当',
    nobody: '担当なし',
    footer:
      'このメールは、あなたがこのチームを管理しているためお送りしています。どのメールを受け取るかは、プロフィールで選べます。',
  },
  news: {
    subject: '{count, plural, other {作業 # 件}}：{first} とほか {more} 件',
    heading: '{count, plural, other {ご確認いただきたい作業が # 件あります}}',
    news: 'お知らせ',
    kinds: {
      'task-reopened': '利用者によると直っていません',
      'task-unheard': '誰にも知らせられませんでした',
      'urgent-task': '緊急',
      'task-assigned': 'あなたの担当',
      'task-told': '同僚から連絡',
      'task-resumed': '保留が終わりました',
      'task-withdrawn': '担当から外れました',
      'task-new': '新規、担当なし',
    },
    more: 'ほか {more} 件。すべて一覧にあります。',
    button: '一覧を開く',
    footer:
      'このメールは、これらの作業があなたの担当であるか、まだ担当者がいないためお送りしています。どのメールを受け取るかは、プロフィールで選べます。',
  },
  sampleAssignee: 'きらり清掃',
  sampleWords: 'まだ水が漏れています。\n今は左側です。',
} satisfies Texts<typeof en>
