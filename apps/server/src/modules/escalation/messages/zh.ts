import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: '已升级：{title}',
  heading: '一项任务的期限即将到期',
  rule: '规则',
  when: '触发点',
  since: '开始于',
  assignee: '分配给',
  nobody: '未分配',
  button: '打开任务',
  footer: '您收到此邮件，是因为您团队的一条升级规则。您可以在个人资料中选择接收哪些邮件。',
  sampleRule: '逾期',
  atPercent: '{clock, select, RESPOND {开始处理期限} RESOLVE {完成期限} other {截止前时间}}的 {percent}% 时',
  atEnd: '{clock, select, RESPOND {开始处理期限} RESOLVE {完成期限} other {截止前时间}}结束时',
  after: '{clock, select, RESPOND {开始处理期限} RESOLVE {完成期限} other {截止前时间}}结束后 {time}',
} satisfies Texts<typeof en>
