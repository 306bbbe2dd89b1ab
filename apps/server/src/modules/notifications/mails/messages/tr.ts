import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  openTask: 'Görevi aç',
  assigned: {
    subject: 'Size görev: {title}',
    heading: 'Size bir görev',
    footer:
      'Görev size atandığı için bu e-postayı alıyorsunuz. Hangi konularda e-posta alacağınızı profilinizde seçebilirsiniz.',
  },
  fresh: {
    subject: 'Yeni görev: {title}',
    urgent: 'Acil: {title}',
    heading: 'Atanmamış bir görev',
    footer: 'Bu binaya baktığınız için bu e-postayı alıyorsunuz.',
  },
  reopened: {
    subject: 'Giderilmedi: {title}',
    heading: 'Bir ziyaretçi giderilmediğini söylüyor',
    text: 'Görev yeniden açık.',
    footer:
      'Görev size atandığı ya da kimseye atanmadığı için bu e-postayı alıyorsunuz. Hangi konularda e-posta alacağınızı profilinizde seçebilirsiniz.',
  },
  resumed: {
    subject: 'Devam edilebilir: {title}',
    heading: 'Bir görev artık beklemede değil',
    text: 'Bekleme bitti. İşi hâlâ engelleyen bir şey varsa görevi yeniden beklemeye alın.',
    footer:
      'Görev size atandığı ya da kimseye atanmadığı için bu e-postayı alıyorsunuz. Hangi konularda e-posta alacağınızı profilinizde seçebilirsiniz.',
  },
  told: {
    subject: 'Göreviniz hakkında haber: {title}',
    heading: 'Bir ekip arkadaşınız göreviniz hakkında yazdı',
    text: 'Bu görev daha önce kendisinde olan kişi bir not ekledi. Okumak için görevi açın.',
  },
  withdrawn: {
    subject: 'Artık sizde değil: {title}',
    heading: 'Bir görev artık size atanmış değil',
    to: 'Artık şu kişide: {who}.',
    free: 'Şu anda kimseye atanmış değil.',
  },
  unheard: {
    subject: 'Kimseye haber verilemedi: {title}',
    heading: 'Bir görev için kimseye haber verilemedi',
    text: 'Şuna atandı: {who}. Orada kimsenin hesabı yok. Lütfen kendiniz haber verin ya da görevi bir kişiye atayın: e-posta adresi olup hesabı olmayanlar e-postayla bir bağlantı alır.',
    footer:
      'Bu ekibi yönettiğiniz için bu e-postayı alıyorsunuz. Hangi konularda e-posta alacağınızı profilinizde seçebilirsiniz.',
  },
  urgent: {
    subject: 'Acil: {title}',
    heading: 'Acil bir görev',
    since: 'Başlangıç',
    assignee: 'Atanan',
    nobody: 'Atanmadı',
    footer:
      'Bu ekibi yönettiğiniz için bu e-postayı alıyorsunuz. Hangi konularda e-posta alacağınızı profilinizde seçebilirsiniz.',
  },
  news: {
    subject: '{count, plural, one {# görev} other {# görev}}: {first} ve {more} tane daha',
    heading: '{count, plural, one {# görev ilginizi bekliyor} other {# görev ilginizi bekliyor}}',
    news: 'Yenilik',
    kinds: {
      'task-reopened': 'Bir ziyaretçi giderilmediğini söylüyor',
      'task-unheard': 'Kimseye haber verilemedi',
      'urgent-task': 'Acil',
      'task-assigned': 'Size atandı',
      'task-told': 'Bir ekip arkadaşınız yazdı',
      'task-resumed': 'Artık beklemede değil',
      'task-withdrawn': 'Artık sizde değil',
      'task-new': 'Yeni ve atanmamış',
    },
    more: 'Ve {more} tane daha: hepsi listenizde.',
    button: 'Listeyi aç',
    footer:
      'Bu görevler size atandığı ya da kimseye atanmadığı için bu e-postayı alıyorsunuz. Hangi konularda e-posta alacağınızı profilinizde seçebilirsiniz.',
  },
  sampleAssignee: 'Parlak Temizlik',
  sampleWords: 'Hâlâ damlıyor.\nŞimdi solda.',
} satisfies Texts<typeof en>
