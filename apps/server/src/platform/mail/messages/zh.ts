import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  priority: '优先级',
  task: '任务',
  where: '地点',
  due: '截止时间',
  priorities: {
    LOW: '低',
    MEDIUM: '中',
    HIGH: '高',
    URGENT: '紧急',
  },
  wellkept: '团队使用 Wellkept 维护建筑：访客扫描二维码报告问题，团队负责解决。',
  sampleRoom: '洗手间 2.14',
  sampleBuilding: '主图书馆',
  sample: '示例：{subject}',
  sampleTitle: '来自 Wellkept 的邮件',
  sampleFooter: '邮件的外观就是这样。',
} satisfies Texts<typeof en>
