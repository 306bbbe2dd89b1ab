import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  openTask: '打开任务',
  assigned: {
    subject: '分配给您的任务：{title}',
    heading: '有一项任务分配给您',
    footer: '您收到此邮件，是因为该任务已分配给您。您可以在个人资料中选择接收哪些邮件。',
  },
  fresh: {
    subject: '新任务：{title}',
    urgent: '紧急：{title}',
    heading: '一项未分配的任务',
    footer: '您收到此邮件，是因为您负责此建筑。',
  },
  reopened: {
    subject: '未解决：{title}',
    heading: '访客表示尚未解决',
    text: '任务已重新打开。',
    footer: '您收到此邮件，是因为该任务已分配给您或尚未分配给任何人。您可以在个人资料中选择接收哪些邮件。',
  },
  resumed: {
    subject: '可以继续：{title}',
    heading: '一项任务不再暂停',
    text: '暂停已结束。如果仍有原因妨碍工作，请再次暂停该任务。',
    footer: '您收到此邮件，是因为该任务已分配给您或尚未分配给任何人。您可以在个人资料中选择接收哪些邮件。',
  },
  told: {
    subject: '您的任务有新消息：{title}',
    heading: '有同事就您的任务留言',
    text: '之前负责该任务的人添加了备注。请打开任务查看。',
  },
  withdrawn: {
    subject: '已不归您：{title}',
    heading: '一项任务已不再分配给您',
    to: '现在分配给 {who}。',
    free: '现在未分配给任何人。',
  },
  unheard: {
    subject: '无法通知任何人：{title}',
    heading: '有一项任务无法通知任何人',
    text: '任务已分配给 {who}，但那里没有人有账号。请您自行联系，或将任务分配给个人：有邮箱地址但没有账号的人会收到邮件链接。',
    footer: '您收到此邮件，是因为您负责管理此团队。您可以在个人资料中选择接收哪些邮件。',
  },
  urgent: {
    subject: '紧急：{title}',
    heading: '一项紧急任务',
    since: '开始于',
    assignee: '分配给',
    nobody: '未分配',
    footer: '您收到此邮件，是因为您负责管理此团队。您可以在个人资料中选择接收哪些邮件。',
  },
  news: {
    subject: '{count, plural, other {# 项任务}}：{first} 以及另外 {more} 项',
    heading: '{count, plural, other {# 项任务需要您关注}}',
    news: '动态',
    kinds: {
      'task-reopened': '访客表示尚未解决',
      'task-unheard': '无法通知任何人',
      'urgent-task': '紧急',
      'task-assigned': '已分配给您',
      'task-told': '有同事留言',
      'task-resumed': '不再暂停',
      'task-withdrawn': '已不归您',
      'task-new': '新任务，未分配',
    },
    more: '以及另外 {more} 项：全部在您的列表中。',
    button: '打开列表',
    footer: '您收到此邮件，是因为这些任务已分配给您或尚未分配给任何人。您可以在个人资料中选择接收哪些邮件。',
  },
  sampleAssignee: '明净保洁',
  sampleWords: '还在滴水。\n现在是左边。',
} satisfies Texts<typeof en>
