import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: '您为 {name} 进行的巡检',
  heading: '为 {name} 巡检',
  lead: '{name} 已为您安排巡检。',
  next: '在手机上打开链接，或在其中输入代码 {code}。只能使用一次，有效期为 14 天。',
  button: '设置我的手机',
  footer: '您收到此邮件，是因为 {name} 填写了您的地址。如果您没有预料到，则无需任何操作。',
} satisfies Texts<typeof en>
