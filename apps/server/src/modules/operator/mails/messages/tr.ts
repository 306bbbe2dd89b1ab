import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  reported: 'Bildirildi',
  by: '{count, plural, one {# kişi} other {# kişi}}',
  organisation: 'Kuruluş',
  address: 'Adres',
  access: 'Giriş',
  hazard: 'Tehlikeler',
  what: 'Yapılacak iş',
  call: 'İletişim',
  ended: {
    subject: 'Artık size atanmış değil: {title}',
    heading: 'Bir görev artık sizin değil',
    text: 'Artık başka biri ilgileniyor ya da görev geri alındı. Yapmanız gereken bir şey kalmadı, bağlantı da artık çalışmıyor.',
    footer: 'Bu e-postayı görev size atanmış olduğu için aldınız.',
  },
  one: {
    subject: 'Size görev: {title}',
    resumed: 'Devam edilebilir: {title}',
    heading: 'Size bir görev',
    headingResumed: 'Görevlerinizden biri artık beklemede değil',
    headingReopened: 'Görevlerinizden biri yeniden açık',
    how: 'Bağlantı bu görevi açar: başlayın, not ve fotoğraf ekleyin, bitti olarak işaretleyin. Hesap gerekmez. Bağlantı, görev bitene ya da başkasına atanana kadar 14 gün geçerlidir. Lütfen paylaşmayın.',
    button: 'Görevi aç',
    footer: 'Görev size atandığı için bu e-postayı alıyorsunuz.',
  },
  several: {
    subject: '{count, plural, one {Size # görev} other {Size # görev}}: {first} ve {more} tane daha',
    heading: '{count, plural, one {Size # görev} other {Size # görev}}',
    how: 'Her bağlantı bir görevi açar: başlayın, not ve fotoğraf ekleyin, bitti olarak işaretleyin. Hesap gerekmez. Bağlantı, görev bitene ya da başkasına atanana kadar 14 gün geçerlidir. Lütfen paylaşmayın.',
    open: '#{number} numaralı görevi aç',
    news: 'Yenilik',
    reopened: 'Yeniden açık',
    resumed: 'Artık beklemede değil',
    footer: 'Bu görevler size atandığı için bu e-postayı alıyorsunuz.',
  },
} satisfies Texts<typeof en>
