import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: '“{name}”中有{count, plural, other { # 条新结果}}',
  subjectOfMore: '您的视图中有{count, plural, other { # 条新结果}}',
  heading: '您保存的视图中有新结果',
  view: '在您的视图“{name}”中：',
  feedback: '反馈',
  rated: '{rating} 分（满分 5 分）',
  more: '以及另外 {n} 条：全部在视图中。',
  open: '打开视图',
  end: '管理提醒',
  footer: '您收到此邮件，是因为您为此视图设置了提醒。',
  sampleRatings: '图书馆的低评分',
  sampleUrgent: '紧急工作',
} satisfies Texts<typeof en>
