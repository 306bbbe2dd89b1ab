import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  button: 'فتح جولاتي',
  assigned: {
    subject:
      '{count, plural, zero {لا جولات لك} one {جولة لك} two {جولتان لك} few {# جولات لك} many {# جولة لك} other {# جولة لك}} لدى {name}',
    heading:
      '{count, plural, zero {لا جولات لك} one {جولة لك} two {جولتان لك} few {# جولات لك} many {# جولة لك} other {# جولة لك}}',
    due: '{building}، الموعد {time}',
    footer: 'تصلك هذه الرسالة لأن {name} يخطط لجولات معك. يمكنك إيقافها في التطبيق.',
  },
  returned: {
    subject: 'أُعيدت: {title}',
    heading: 'أُعيدت إليك جولة',
    building: 'المبنى',
    due: 'الموعد',
    footer: 'تصلك هذه الرسالة لأنك قمت بهذه الجولة لدى {name}. يمكنك إيقافها في التطبيق.',
  },
  sampleTitle: 'دورات المياه، صباحًا',
  sampleReason: 'صور الأرضية ناقصة.',
} satisfies Texts<typeof en>
