import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'جولات التفتيش لدى {name}',
  heading: 'التفتيش لدى {name}',
  lead: 'خطط {name} لجولات تفتيش معك.',
  next: 'افتح الرابط على هاتفك، أو أدخل فيه الرمز {code}. يعمل مرة واحدة، لمدة 14 يومًا.',
  button: 'إعداد هاتفي',
  footer: 'تصلك هذه الرسالة لأن {name} أدخل عنوانك. إن لم تكن تتوقعها، فلا حاجة إلى أي إجراء.',
} satisfies Texts<typeof en>
