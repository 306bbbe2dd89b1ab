import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  changed: {
    states: {
      OPERATIONAL: '正常',
      DEGRADED: '已知问题',
      MAINTENANCE: '维修中',
      OUT_OF_ORDER: '停用',
    },
    heading: '状态已更改',
    item: '项目',
    state: '状态',
    until: '预计到',
    button: '打开状态页面',
    footer: '您收到此邮件，是因为您订阅了此地点的状态更新。',
    stop: '不再接收状态邮件',
    sampleItem: '热水',
    sampleNote: '正在更换热水器。',
  },
  confirm: {
    subject: '请确认：{room} 的状态邮件',
    heading: '您想通过邮件接收状态更新吗？',
    lead: '如果您确认，此地点的状态更改时我们会发邮件给您。',
    button: '确认',
    footer: '有人在状态页面上填写了此地址。如果不是您本人，则无需任何操作：您不会再收到邮件。',
  },
  page: {
    title: '来自 Wellkept 的邮件',
    ask: '{place} 的状态更改时，您想收到邮件吗？',
    reads: '{place} 的状态更改时，您会收到邮件。',
    askReport: '您想通过邮件了解报告的进展吗？',
    report: '您会通过邮件了解报告的进展。',
    digest: '您每天早上会收到一封邮件，说明前一天的变化。',
    ended: '您不会收到我们的邮件。',
    unknown: '此链接无效，可能被您的邮件程序截断了。',
    later: '现在无法处理，请几分钟后再试。',
    confirm: '是，给我发邮件',
    decline: '否',
    stop: '不再接收邮件',
    status: '打开状态页面',
  },
} satisfies Texts<typeof en>
