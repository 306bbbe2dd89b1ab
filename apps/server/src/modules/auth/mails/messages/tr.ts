import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  invitation: {
    subject: '{inviter} sizi Wellkept’te {organisation} ekibine davet ediyor',
    heading: '{organisation} ekibine katılın',
    lead: '{inviter} sizi {organisation} ekibine ekledi.',
    next: 'Kabul edip nasıl oturum açacağınızı seçin. Bağlantı bir kez çalışır ve {time} geçerlidir; sonra {inviter} yenisini gönderebilir.',
    button: 'Daveti kabul et',
    footer:
      '{inviter} adresinizi girdiği için bu e-postayı alıyorsunuz. Bunu beklemiyorsanız bir şey yapmanız gerekmez.',
  },
  signIn: {
    heading: 'Wellkept’te oturum açın',
    lead: 'Bağlantıyı açın ve sayfadaki düğmeye basın. Bir kez çalışır ve {time} geçerlidir.',
    button: 'Oturum aç',
    code: 'Ya da oturum açmak istediğiniz yere bu kodu girin',
    leads: 'Bağlantı ve kod şu kuruluşta oturum açar: {organisation}.',
    others: 'Başka bir kuruluşunuzda oturum açın',
    footer:
      'Birisi bu e-posta adresiyle oturum açmak istedi. Bu siz değilseniz bir şey yapmanız gerekmez: bu e-posta olmadan kimse oturum açamaz. Bağlantıyı ve kodu paylaşmayın.',
  },
  passwordReset: {
    heading: 'Yeni bir parola seçin',
    lead: 'Bağlantıyı açın ve yeni bir parola seçin. Bir kez çalışır ve {time} geçerlidir. Sonra diğer her yerde oturumunuz kapanır.',
    button: 'Parola seç',
    leads: 'Bu, şu kuruluştaki hesabınızın parolasını değiştirir: {organisation}.',
    others: 'Başka bir kuruluşunuzdaki parolayı değiştirin',
    footer:
      'Birisi bu e-posta adresi için yeni parola istedi. Bu siz değilseniz bir şey yapmanız gerekmez: parolanız aynı kalır.',
  },
  sessionEnded: {
    heading: 'Cihazlarınızdan birinde oturumu kapattık',
    lead: 'Bu cihazın oturum anahtarı iki kez kullanıldı. Neden bir ağ sorunu olabilir ya da birisi anahtarı kopyalamış olabilir. Güvenlik için bu cihazda oturumu kapattık; diğer cihazlarınızda oturum açık kalır.',
    device: 'Cihaz',
    at: 'Ne zaman',
    button: 'Yeniden oturum aç',
    footer:
      'Bu yeniden olursa ya da cihazı tanımıyorsanız lütfen parolanızı değiştirin ve profilinizde diğer cihazlardaki oturumları kapatın.',
  },
  connectionAdded: {
    heading: 'Hesabınıza bir yardımcı bağlandı',
    lead: 'Bir program artık burada sizin adınıza ve sizin yetkilerinizle işlem yapabilir; bağlantı sona erene ya da siz sonlandırana kadar.',
    name: 'Bağlantı',
    may: 'Yapabilir',
    read: 'okuma',
    write: 'okuma ve yazma',
    at: 'Eklendi',
    ends: 'Sona erer',
    button: 'Bağlantılarınızı görün',
    footer:
      'Bunu siz yapmadıysanız profilinizde bağlantıyı sonlandırın, parolanızı değiştirin ve diğer cihazlarınızdaki oturumları kapatın.',
  },
  test: {
    subject: 'Wellkept’ten deneme',
    heading: 'E-postalar size ulaşıyor',
    unconfirmed:
      'Cihazlarınızdan hiçbiri deneme bildirimini doğrulamadı, bu yüzden bu e-postayı alıyorsunuz. Görev bildirimleri için de aynısı geçerlidir.',
    noDevice:
      'Bir deneme istediniz ve hiçbir cihazınızda bildirimler açık değil. Görev bildirimlerini e-postayla alırsınız.',
    button: 'Bildirimleri aç',
    footer: 'Wellkept’te istediğiniz için bu e-postayı alıyorsunuz.',
  },
} satisfies Texts<typeof en>
