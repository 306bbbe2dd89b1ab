import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  button: 'Abrir mis rondas',
  assigned: {
    subject: '{count, plural, one {Una ronda} other {# rondas}} para usted en {name}',
    heading: '{count, plural, one {Una ronda para usted} other {# rondas para usted}}',
    due: '{building}, vence {time}',
    footer:
      'Recibe este correo porque {name} planifica rondas con usted. Puede desactivarlo en la aplicación.',
  },
  returned: {
    subject: 'Devuelta: {title}',
    heading: 'Se le devolvió una ronda',
    building: 'Edificio',
    due: 'Vence',
    footer: 'Recibe este correo porque hizo esta ronda para {name}. Puede desactivarlo en la aplicación.',
  },
  sampleTitle: 'Baños, mañana',
  sampleReason: 'Faltan las fotos del suelo.',
} satisfies Texts<typeof en>
