import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  skip: 'الانتقال إلى المحتوى',
  optional: 'اختياري',
  signIn: 'تسجيل الدخول',
  requestId: 'إذا استمر الأمر، فأعطِ الدعم هذا الرقم: {id}',
  language: 'اللغة',
  password: 'كلمة المرور',
  newPassword: 'كلمة مرور جديدة',
  show: 'إظهار',
  hide: 'إخفاء',
  noConnection: 'لا يوجد اتصال. لم يُفقد شيء؛ حاول مرة أخرى عند عودة الاتصال.',
  failed: 'لم تجب الخدمة كالمعتاد. حاول مرة أخرى بعد قليل.',
  stillBusy: 'الخدمة مشغولة. حاول بعد دقيقة.',
} satisfies Texts<typeof en>
