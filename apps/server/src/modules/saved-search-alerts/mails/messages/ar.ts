import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject:
    '{count, plural, zero {لا نتائج جديدة} one {نتيجة جديدة} two {نتيجتان جديدتان} few {# نتائج جديدة} many {# نتيجة جديدة} other {# نتيجة جديدة}} في «{name}»',
  subjectOfMore:
    '{count, plural, zero {لا نتائج جديدة} one {نتيجة جديدة} two {نتيجتان جديدتان} few {# نتائج جديدة} many {# نتيجة جديدة} other {# نتيجة جديدة}} في طرق عرضك',
  heading: 'نتائج جديدة في طرق عرضك المحفوظة',
  view: 'في طريقة العرض «{name}»:',
  feedback: 'رأي',
  rated: '{rating} من 5',
  more: 'و{n} غيرها: كلها في طريقة العرض.',
  open: 'فتح طريقة العرض',
  end: 'إدارة التنبيهات',
  footer: 'تصلك هذه الرسالة لأنك أنشأت تنبيهًا لطريقة العرض هذه.',
  sampleRatings: 'تقييمات ضعيفة في المكتبة',
  sampleUrgent: 'عمل عاجل',
} satisfies Texts<typeof en>
