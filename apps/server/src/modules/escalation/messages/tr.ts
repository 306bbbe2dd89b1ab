import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'Üst düzeye iletildi: {title}',
  heading: 'Bir görevin süresi doluyor',
  rule: 'Kural',
  when: 'Ne zaman',
  since: 'Başlangıç',
  assignee: 'Atanan',
  nobody: 'Atanmadı',
  button: 'Görevi aç',
  footer:
    'Ekibinizin bir yükseltme kuralı nedeniyle bu e-postayı alıyorsunuz. Hangi konularda e-posta alacağınızı profilinizde seçebilirsiniz.',
  sampleRule: 'Gecikmiş',
  atPercent:
    '{clock, select, RESPOND {başlama süresinin} RESOLVE {bitirme süresinin} other {son tarihe kadarki sürenin}} %{percent} kısmında',
  atEnd:
    '{clock, select, RESPOND {başlama süresinin} RESOLVE {bitirme süresinin} other {son tarihe kadarki sürenin}} sonunda',
  after:
    '{clock, select, RESPOND {başlama süresinin} RESOLVE {bitirme süresinin} other {son tarihe kadarki sürenin}} sonundan {time} sonra',
} satisfies Texts<typeof en>
