import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  button: 'Turlarımı aç',
  assigned: {
    subject: '{name}: {count, plural, one {size bir tur} other {size # tur}}',
    heading: '{count, plural, one {Size bir tur} other {Size # tur}}',
    due: '{building}, son tarih {time}',
    footer: '{name} sizinle tur planladığı için bu e-postayı alıyorsunuz. Uygulamada kapatabilirsiniz.',
  },
  returned: {
    subject: 'Geri gönderildi: {title}',
    heading: 'Bir tur size geri gönderildi',
    building: 'Bina',
    due: 'Son tarih',
    footer: 'Bu turu {name} için yaptığınızdan bu e-postayı alıyorsunuz. Uygulamada kapatabilirsiniz.',
  },
  sampleTitle: 'Tuvaletler, sabah',
  sampleReason: 'Zeminin fotoğrafları eksik.',
} satisfies Texts<typeof en>
