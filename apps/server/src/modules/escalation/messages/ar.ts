import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'تصعيد: {title}',
  heading: 'وقت مهمة يوشك على الانتهاء',
  rule: 'القاعدة',
  when: 'متى',
  since: 'منذ',
  assignee: 'مسندة إلى',
  nobody: 'غير مسندة',
  button: 'فتح المهمة',
  footer: 'تصلك هذه الرسالة بسبب قاعدة تصعيد لدى فريقك. يمكنك أن تختار في ملفك الشخصي ما تصلك عنه الرسائل.',
  sampleRule: 'متأخرة',
  atPercent:
    'عند {percent} % من {clock, select, RESPOND {مهلة البدء} RESOLVE {مهلة الإنجاز} other {الوقت حتى الموعد}}',
  atEnd: 'عند نهاية {clock, select, RESPOND {مهلة البدء} RESOLVE {مهلة الإنجاز} other {الوقت حتى الموعد}}',
  after:
    'بعد {time} من نهاية {clock, select, RESPOND {مهلة البدء} RESOLVE {مهلة الإنجاز} other {الوقت حتى الموعد}}',
} satisfies Texts<typeof en>
