import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  skip: 'İçeriğe geç',
  optional: 'isteğe bağlı',
  signIn: 'Giriş yap',
  requestId: 'Böyle sürerse desteğe bu numarayı söyleyin: {id}',
  language: 'Dil',
  password: 'Parola',
  newPassword: 'Yeni parola',
  show: 'Göster',
  hide: 'Gizle',
  noConnection: 'Bağlantı yok. Hiçbir şey kaybolmadı; yeniden çevrimiçi olunca tekrar deneyin.',
  failed: 'Hizmet beklendiği gibi yanıt vermedi. Birazdan tekrar deneyin.',
  stillBusy: 'Hizmet meşgul. Bir dakika sonra deneyin.',
} satisfies Texts<typeof en>
