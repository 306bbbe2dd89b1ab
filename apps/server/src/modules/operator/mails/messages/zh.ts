import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  reported: '报告内容',
  by: '{count, plural, other {# 人报告}}',
  organisation: '委托方',
  address: '地址',
  access: '进入方式',
  hazard: '危险',
  what: '要做什么',
  call: '联系人',
  ended: {
    subject: '不再由您负责：{title}',
    heading: '有一项任务不再由您负责',
    text: '现在由其他人处理，或任务已撤回。您无需再做任何事，链接也已失效。',
    footer: '您收到此邮件，是因为该任务曾分配给您。',
  },
  one: {
    subject: '分配给您的任务：{title}',
    resumed: '可以继续：{title}',
    heading: '有一项任务分配给您',
    headingResumed: '您的一项任务不再暂停',
    headingReopened: '您的一项任务已重新打开',
    how: '此链接打开该任务：开始处理、添加备注和照片，并标记为完成。无需账号。链接有效期为 14 天，任务完成或分配给他人后失效。请勿转发。',
    button: '打开任务',
    footer: '您收到此邮件，是因为该任务已分配给您。',
  },
  several: {
    subject: '{count, plural, other {# 项任务分配给您}}：{first} 以及另外 {more} 项',
    heading: '{count, plural, other {# 项任务分配给您}}',
    how: '每个链接打开一项任务：开始处理、添加备注和照片，并标记为完成。无需账号。链接有效期为 14 天，任务完成或分配给他人后失效。请勿转发。',
    open: '打开任务 #{number}',
    news: '动态',
    reopened: '重新打开',
    resumed: '不再暂停',
    footer: '您收到此邮件，是因为这些任务已分配给您。',
  },
} satisfies Texts<typeof en>
