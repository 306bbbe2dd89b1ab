import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  skip: '跳到内容',
  optional: '选填',
  signIn: '登录',
  requestId: '如果一直这样，请把此编号告诉支持人员：{id}',
  language: '语言',
  password: '密码',
  newPassword: '新密码',
  show: '显示',
  hide: '隐藏',
  noConnection: '没有网络。内容没有丢失，联网后请再试。',
  failed: '服务没有正常回应，请稍后再试。',
  stillBusy: '服务繁忙，请一分钟后再试。',
} satisfies Texts<typeof en>
