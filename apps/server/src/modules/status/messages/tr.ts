import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  changed: {
    states: {
      OPERATIONAL: 'Sorun yok',
      DEGRADED: 'Bilinen sorun',
      MAINTENANCE: 'Onarılıyor',
      OUT_OF_ORDER: 'Hizmet dışı',
    },
    heading: 'Durum değişti',
    item: 'Ne',
    state: 'Durum',
    until: 'Beklenen bitiş',
    button: 'Durum sayfasını aç',
    footer: 'Bu yerin durumuyla ilgili haber istediğiniz için bu e-postayı alıyorsunuz.',
    stop: 'Durum e-postası alma',
    sampleItem: 'Sıcak su',
    sampleNote: 'Kazan değiştiriliyor.',
  },
  confirm: {
    subject: 'Lütfen onaylayın: durum e-postaları: {room}',
    heading: 'Durum haberlerini e-postayla ister misiniz?',
    lead: 'Onaylarsanız bu yerin durumu değişince size yazarız.',
    button: 'Onayla',
    footer:
      'Birisi bir durum sayfasında bu adresi girdi. Bu siz değilseniz bir şey yapmanız gerekmez: başka e-posta almazsınız.',
  },
  page: {
    title: 'Wellkept’ten e-postalar',
    ask: 'Şu yerin durumu değişince e-posta ister misiniz: {place}?',
    reads: 'Şu yerin durumu değişince e-posta alıyorsunuz: {place}.',
    askReport: 'Bildiriminizle ilgili haberleri e-postayla ister misiniz?',
    report: 'Bildiriminizle ilgili haberleri e-postayla alıyorsunuz.',
    digest: 'Her sabah bir önceki gün değişenlerle ilgili bir e-posta alıyorsunuz.',
    ended: 'Bizden e-posta almıyorsunuz.',
    unknown: 'Bu bağlantı geçerli değil. E-posta programınız onu kesmiş olabilir.',
    later: 'Bu şu anda olmuyor. Lütfen birkaç dakika sonra yeniden deneyin.',
    confirm: 'Evet, bana e-posta gönderin',
    decline: 'Hayır',
    stop: 'E-posta alma',
    status: 'Durum sayfasını aç',
  },
} satisfies Texts<typeof en>
