import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  confirm: {
    subject: '请确认：关于您报告的邮件：{room}',
    heading: '您想通过邮件了解报告的进展吗？',
    lead: '如果您确认，团队回复或处理完成时我们会发邮件给您。',
    button: '确认',
    footer: '有人为一份报告填写了此地址。如果不是您本人，则无需任何操作：您不会再收到邮件。',
  },
  outcome: {
    FIXED: {
      subject: '已解决：{room}',
      heading: '您报告的问题已解决',
      lead: '团队表示已经处理完成。问题解决了吗？如果没有，请在页面上告诉我们，任务会重新打开。',
      button: '告诉我们是否已解决',
    },
    REPLY: {
      subject: '对您报告的回复：{room}',
      heading: '对您报告的回复',
      lead: '团队给您写了回复：',
      button: '打开您的报告',
    },
    footer: '您提供此地址是为了了解报告的进展。我们不作他用。',
    stop: '不再接收关于此报告的邮件',
    sampleReply: '谢谢您。\n水管工下午 3 点来。',
  },
} satisfies Texts<typeof en>
