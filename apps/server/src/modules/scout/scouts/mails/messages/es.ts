import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'Sus inspecciones para {name}',
  heading: 'Inspeccionar para {name}',
  lead: '{name} ha planificado inspecciones con usted.',
  next: 'Abra el enlace en su teléfono, o introduzca allí el código {code}. Funciona una vez, durante 14 días.',
  button: 'Configurar mi teléfono',
  footer:
    'Recibe este correo porque {name} introdujo su dirección. Si no lo esperaba, no tiene que hacer nada.',
} satisfies Texts<typeof en>
