import type { Texts } from '#i18n/texts.ts'
import shared from '#ui/messages/ar.ts'
import type en from './en.ts'

export default {
  ...shared,
  retry: 'المحاولة مرة أخرى',
  loading: 'جارٍ التحميل',
  leave: 'هل تريد المغادرة؟ ما أدخلته هنا لم يُرسل وسيضيع.',
  newVersion: 'يتوفر إصدار جديد.',
  useNewVersion: 'استخدامه الآن',
  loadFailed: 'لم تجب الخدمة كالمعتاد. ما يعرفه هذا الهاتف ما زال معروضًا.',
  removePhoto: 'إزالة الصورة',
  takePhoto: 'التقاط صورة',
  anotherPhoto: 'التقاط صورة أخرى',
  photoFailed: 'تعذّرت قراءة هذا الملف كصورة. التقط الصورة مرة أخرى.',
  otherTitle: 'الحساب المسجّل هنا الآن: {name}',
  otherText: 'هذه الصفحة تخص {name}، لذلك لا يُعرض منها شيء ولا يُرسل. ويبقى عمل {name} محفوظًا على هذا الهاتف.',
  goOnAs: 'المتابعة باسم {name}',
  signInAs: 'تسجيل الدخول باسم {name}',
  scanCamera: 'استخدام الكاميرا',
  scanHint: 'وجّه الكاميرا نحو الملصق، وستُفتح الغرفة من تلقاء نفسها.',
  scanRefused: 'الكاميرا غير مسموح بها هنا. اكتب الرمز، أو اسمح بالكاميرا في إعدادات المتصفح.',
  scanNoCamera: 'لا يمكن استخدام الكاميرا هنا. اكتب الرمز.',
  scanStop: 'إيقاف الكاميرا',
  torchOn: 'تشغيل الضوء',
  torchOff: 'إطفاء الضوء',
  sent: 'أُرسل',
  waits: 'بانتظار الإرسال',
  settled: 'لم يُطبَّق',
  needsYou: 'يحتاج إليك',
} satisfies Texts<typeof en>
