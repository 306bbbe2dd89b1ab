import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'Ihre Prüfrundgänge für {name}',
  heading: 'Rundgänge für {name}',
  lead: '{name} hat Prüfrundgänge mit Ihnen geplant.',
  next: 'Öffnen Sie den Link auf Ihrem Telefon, oder geben Sie dort den Code {code} ein. Er gilt einmal und 14 Tage lang.',
  button: 'Telefon einrichten',
  footer:
    'Sie erhalten diese E-Mail, weil {name} Ihre Adresse eingetragen hat. Wenn Sie nichts damit anfangen können, müssen Sie nichts tun.',
} satisfies Texts<typeof en>
