import type { Texts } from '#i18n/texts.ts'
import shared from '#ui/messages/tr.ts'
import type en from './en.ts'

export default {
  ...shared,
  retry: 'Tekrar dene',
  loading: 'Yükleniyor',
  leave: 'Çıkılsın mı? Buraya girdikleriniz gönderilmedi ve kaybolacak.',
  newVersion: 'Yeni bir sürüm hazır.',
  useNewVersion: 'Şimdi kullan',
  loadFailed: 'Hizmet beklendiği gibi yanıt vermedi. Bu telefonun bildikleri hâlâ görünüyor.',
  removePhoto: 'Fotoğrafı kaldır',
  takePhoto: 'Fotoğraf çek',
  anotherPhoto: 'Bir fotoğraf daha çek',
  photoFailed: 'Bu dosya resim olarak okunamadı. Fotoğrafı yeniden çekin.',
  otherTitle: 'Şimdi burada oturumu açık olan: {name}',
  otherText:
    'Bu sayfa {name} adlı kişinin. Ondan hiçbir şey gösterilmez ve gönderilmez. Yaptıkları bu telefonda kalır.',
  goOnAs: '{name} olarak devam et',
  signInAs: '{name} olarak oturum aç',
  scanCamera: 'Kamerayı kullan',
  scanHint: 'Kamerayı etiketin üzerine tutun. Oda kendiliğinden açılır.',
  scanRefused: 'Burada kameraya izin yok. Kodu yazın ya da tarayıcı ayarlarından kameraya izin verin.',
  scanNoCamera: 'Burada kamera kullanılamıyor. Kodu yazın.',
  scanStop: 'Kamerayı kapat',
  torchOn: 'Işığı aç',
  torchOff: 'Işığı kapat',
  sent: 'Gönderildi',
  waits: 'Gönderilmeyi bekliyor',
  settled: 'Uygulanmadı',
  needsYou: 'Size gerek var',
} satisfies Texts<typeof en>
