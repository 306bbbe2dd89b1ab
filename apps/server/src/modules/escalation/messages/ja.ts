import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'エスカレーション：{title}',
  heading: '作業の期限が迫っています',
  rule: 'ルール',
  when: '時点',
  since: '開始',
  assignee: '担当',
  nobody: '担当なし',
  button: '作業を開く',
  footer:
    'このメールは、チームのエスカレーションのルールによりお送りしています。どのメールを受け取るかは、プロフィールで選べます。',
  sampleRule: '遅延',
  atPercent:
    '{clock, select, RESPOND {開始までの時間} RESOLVE {完了までの時間} other {期限までの時間}}の {percent}% の時点',
  atEnd: '{clock, select, RESPOND {開始までの時間} RESOLVE {完了までの時間} other {期限までの時間}}の終わり',
  after:
    '{clock, select, RESPOND {開始までの時間} RESOLVE {完了までの時間} other {期限までの時間}}の終わりから {time}後',
} satisfies Texts<typeof en>
