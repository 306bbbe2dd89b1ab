import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  confirm: {
    subject: 'Lütfen onaylayın: bildiriminizle ilgili e-postalar: {room}',
    heading: 'Bildiriminizle ilgili haberleri e-postayla ister misiniz?',
    lead: 'Onaylarsanız ekip yanıt verince ve iş bitince size yazarız.',
    button: 'Onayla',
    footer:
      'Birisi bir bildirim için bu adresi girdi. Bu siz değilseniz bir şey yapmanız gerekmez: başka e-posta almazsınız.',
  },
  outcome: {
    FIXED: {
      subject: 'Giderildi: {room}',
      heading: 'Bildirdiğiniz sorun giderildi',
      lead: 'Ekip işin bittiğini söylüyor. Sorun giderildi mi? Giderilmediyse sayfada söyleyin, görev yeniden açılır.',
      button: 'Giderilip giderilmediğini söyle',
    },
    REPLY: {
      subject: 'Bildiriminize bir yanıt: {room}',
      heading: 'Bildiriminize bir yanıt',
      lead: 'Ekip size yazdı:',
      button: 'Bildiriminizi açın',
    },
    footer: 'Bildiriminizle ilgili haber almak için bu adresi verdiniz. Başka bir şey için kullanmayız.',
    stop: 'Bu bildirimle ilgili e-posta alma',
    sampleReply: 'Teşekkürler.\nSaat 15’te bir tesisatçı gelecek.',
  },
} satisfies Texts<typeof en>
