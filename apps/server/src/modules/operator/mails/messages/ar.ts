import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  reported: 'البلاغ',
  by: '{count, plural, zero {من لا أحد} one {من شخص واحد} two {من شخصين} few {من # أشخاص} many {من # شخصًا} other {من # شخص}}',
  one: {
    subject: 'مهمة لك: {title}',
    resumed: 'حان وقت المتابعة: {title}',
    heading: 'مهمة لك',
    headingResumed: 'إحدى مهامك لم تعد معلّقة',
    headingReopened: 'إحدى مهامك مفتوحة من جديد',
    how: 'يفتح الرابط هذه المهمة: ابدأها، وأضف ملاحظات وصورًا، وأعلن إنجازها. لا حاجة إلى حساب. الرابط صالح 14 يومًا، حتى تُنجز المهمة أو تُسند إلى شخص آخر. نرجو عدم مشاركته.',
    button: 'فتح المهمة',
    footer: 'تصلك هذه الرسالة لأن المهمة أُسندت إليك.',
  },
  several: {
    subject:
      '{count, plural, zero {لا مهام لك} one {مهمة واحدة لك} two {مهمتان لك} few {# مهام لك} many {# مهمة لك} other {# مهمة لك}}: {first} و{more} غيرها',
    heading:
      '{count, plural, zero {لا مهام لك} one {مهمة واحدة لك} two {مهمتان لك} few {# مهام لك} many {# مهمة لك} other {# مهمة لك}}',
    how: 'يفتح كل رابط مهمة واحدة: ابدأها، وأضف ملاحظات وصورًا، وأعلن إنجازها. لا حاجة إلى حساب. الرابط صالح 14 يومًا، حتى تُنجز المهمة أو تُسند إلى شخص آخر. نرجو عدم مشاركته.',
    open: 'فتح المهمة #{number}',
    news: 'الجديد',
    reopened: 'مفتوحة من جديد',
    resumed: 'لم تعد معلّقة',
    footer: 'تصلك هذه الرسالة لأن هذه المهام أُسندت إليك.',
  },
} satisfies Texts<typeof en>
