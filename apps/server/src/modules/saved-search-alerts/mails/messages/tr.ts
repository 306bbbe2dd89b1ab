import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: '{count, plural, one {Yeni sonuç} other {# yeni sonuç}}: “{name}”',
  subjectOfMore: 'Görünümlerinizde {count, plural, one {# yeni sonuç} other {# yeni sonuç}}',
  heading: 'Kayıtlı görünümlerinizde yeni sonuçlar',
  view: '“{name}” görünümünüzde:',
  feedback: 'Geri bildirim',
  rated: '5 üzerinden {rating}',
  more: 'Ve {n} tane daha: hepsi görünümde.',
  open: 'Görünümü aç',
  end: 'Uyarılarınızı yönetin',
  footer: 'Bu görünüm için bir uyarı kurduğunuz için bu e-postayı alıyorsunuz.',
  sampleRatings: 'Kütüphanede düşük puanlar',
  sampleUrgent: 'Acil işler',
} satisfies Texts<typeof en>
