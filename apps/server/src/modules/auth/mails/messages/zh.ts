import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  invitation: {
    subject: '{inviter} 邀请您加入 Wellkept 上的 {organisation}',
    heading: '加入 {organisation}',
    lead: '{inviter} 已将您加入 {organisation} 的团队。',
    next: '接受邀请后可选择登录方式。链接只能使用一次，有效期为 {time}；过期后 {inviter} 可以重新发送。',
    button: '接受邀请',
    footer: '您收到此邮件，是因为 {inviter} 填写了您的地址。如果您没有预料到，则无需任何操作。',
  },
  signIn: {
    heading: '登录 Wellkept',
    lead: '打开链接，然后点击页面上的按钮。链接只能使用一次，有效期为 {time}。',
    button: '登录',
    code: '或者在您请求登录的地方输入此验证码',
    leads: '链接和验证码用于登录 {organisation}。',
    others: '登录您的其他组织',
    footer:
      '有人请求使用此邮箱地址登录。如果不是您本人，则无需任何操作：没有此邮件，任何人都无法登录。请勿转发链接或验证码。',
  },
  passwordReset: {
    heading: '请设置新的登录密码',
    lead: '打开链接并设置新密码。链接只能使用一次，有效期为 {time}。之后其他设备都会退出登录。',
    button: '设置密码',
    leads: '这会修改您在 {organisation} 的账号密码。',
    others: '修改您在其他组织的密码',
    footer: '有人为此邮箱地址请求新密码。如果不是您本人，则无需任何操作：您的密码保持不变。',
  },
  sessionEnded: {
    heading: '我们已让您的一台设备退出登录',
    lead: '此设备的登录密钥被使用了两次。原因可能是网络问题，也可能是有人复制了密钥。为安全起见，我们让该设备退出了登录；您的其他设备保持登录。',
    device: '设备',
    at: '时间',
    button: '重新登录',
    footer: '如果再次发生，或者您不认识该设备，请修改密码，并在个人资料中让其他设备退出登录。',
  },
  connectionAdded: {
    heading: '一个助手已连接到您的账户',
    lead: '在连接到期或您将其结束之前，该程序可以您的身份和权限在此操作。',
    name: '连接',
    may: '可以',
    read: '读取',
    write: '读取和写入',
    at: '添加时间',
    ends: '到期',
    button: '查看您的连接',
    footer: '如果不是您本人操作，请在个人资料中结束该连接，修改密码，并让其他设备退出登录。',
  },
  test: {
    subject: 'Wellkept 测试邮件',
    heading: '您可以收到邮件',
    unconfirmed: '您的设备都没有确认测试通知，因此您收到此邮件。任务通知也是如此。',
    noDevice: '您请求了测试，而您的设备都没有开启通知。任务通知将通过邮件发送给您。',
    button: '打开通知设置',
    footer: '您收到此邮件，是因为您在 Wellkept 中请求了它。',
  },
} satisfies Texts<typeof en>
