import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  priority: 'الأولوية',
  task: 'المهمة',
  where: 'المكان',
  due: 'الموعد',
  priorities: {
    LOW: 'منخفضة',
    MEDIUM: 'متوسطة',
    HIGH: 'عالية',
    URGENT: 'عاجلة',
  },
  wellkept: 'مع Wellkept تعتني الفرق بالمباني: يمسح الزائر رمزًا ويبلّغ عن مشكلة، فيعالجها الفريق.',
  sampleRoom: 'دورة المياه 2.14',
  sampleBuilding: 'المكتبة الرئيسية',
  sample: 'نموذج: {subject}',
  sampleTitle: 'رسالة من Wellkept',
  sampleFooter: 'هكذا تبدو الرسائل.',
} satisfies Texts<typeof en>
