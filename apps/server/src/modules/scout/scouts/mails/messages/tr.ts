import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'Denetimleriniz: {name}',
  heading: '{name} için denetim',
  lead: '{name} sizinle denetim planladı.',
  next: 'Bağlantıyı telefonunuzda açın ya da oraya {code} kodunu girin. Bir kez çalışır ve 14 gün geçerlidir.',
  button: 'Telefonumu ayarla',
  footer:
    '{name} adresinizi girdiği için bu e-postayı alıyorsunuz. Bunu beklemiyorsanız bir şey yapmanız gerekmez.',
} satisfies Texts<typeof en>
