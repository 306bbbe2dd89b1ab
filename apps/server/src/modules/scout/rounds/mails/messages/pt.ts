import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  button: 'Abrir as minhas rondas',
  assigned: {
    subject: '{count, plural, one {Uma ronda} other {# rondas}} para si em {name}',
    heading: '{count, plural, one {Uma ronda para si} other {# rondas para si}}',
    due: '{building}, prazo {time}',
    footer: 'Recebe este e-mail porque {name} planeia rondas consigo. Pode desligá-lo na aplicação.',
  },
  returned: {
    subject: 'Devolvida: {title}',
    heading: 'Uma ronda foi-lhe devolvida',
    building: 'Edifício',
    due: 'Prazo',
    footer: 'Recebe este e-mail porque fez esta ronda para {name}. Pode desligá-lo na aplicação.',
  },
  sampleTitle: 'Casas de banho, manhã',
  sampleReason: 'Faltam as fotografias do chão.',
} satisfies Texts<typeof en>
