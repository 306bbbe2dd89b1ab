import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  button: '打开我的巡检',
  assigned: {
    subject: '{name} 为您安排了{count, plural, other { # 次巡检}}',
    heading: '{count, plural, other {为您安排的 # 次巡检}}',
    due: '{building}，截止 {time}',
    footer: '您收到此邮件，是因为 {name} 为您安排巡检。您可以在应用中关闭。',
  },
  returned: {
    subject: '已退回：{title}',
    heading: '一次巡检已退回给您',
    building: '建筑',
    due: '截止时间',
    footer: '您收到此邮件，是因为您为 {name} 进行了此次巡检。您可以在应用中关闭。',
  },
  sampleTitle: '洗手间，早上',
  sampleReason: '缺少地面的照片。',
} satisfies Texts<typeof en>
