import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  reported: 'Comunicado',
  by: '{count, plural, one {por # pessoa} other {por # pessoas}}',
  organisation: 'Para',
  address: 'Morada',
  access: 'Acesso',
  hazard: 'Perigos',
  what: 'O que fazer',
  call: 'Contacto',
  ended: {
    subject: 'Já não lhe está atribuída: {title}',
    heading: 'Uma tarefa já não é sua',
    text: 'Outra pessoa trata dela agora, ou foi retirada. Não tem mais nada a fazer, e a ligação deixou de funcionar.',
    footer: 'Recebe este e-mail porque a tarefa lhe estava atribuída.',
  },
  one: {
    subject: 'Tarefa para si: {title}',
    resumed: 'Hora de continuar: {title}',
    heading: 'Uma tarefa para si',
    headingResumed: 'Uma das suas tarefas já não está à espera',
    headingReopened: 'Uma das suas tarefas está de novo aberta',
    how: 'O link abre esta tarefa: comece-a, junte notas e fotografias, e marque-a como feita. Não precisa de conta. O link é válido durante 14 dias, até a tarefa estar feita ou atribuída a outra pessoa. Por favor, não o partilhe.',
    button: 'Abrir a tarefa',
    footer: 'Recebe este e-mail porque a tarefa lhe foi atribuída.',
  },
  several: {
    subject: '{count, plural, one {# tarefa para si} other {# tarefas para si}}: {first} e mais {more}',
    heading: '{count, plural, one {# tarefa para si} other {# tarefas para si}}',
    how: 'Cada link abre uma tarefa: comece-a, junte notas e fotografias, e marque-a como feita. Não precisa de conta. O link é válido durante 14 dias, até a tarefa estar feita ou atribuída a outra pessoa. Por favor, não o partilhe.',
    open: 'Abrir a tarefa n.º {number}',
    news: 'Novidade',
    reopened: 'De novo aberta',
    resumed: 'Já não está à espera',
    footer: 'Recebe este e-mail porque estas tarefas lhe foram atribuídas.',
  },
} satisfies Texts<typeof en>
