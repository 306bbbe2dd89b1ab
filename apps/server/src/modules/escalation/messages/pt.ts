import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'Escalada: {title}',
  heading: 'O prazo de uma tarefa está a acabar',
  rule: 'Regra',
  when: 'Quando',
  since: 'Desde',
  assignee: 'Atribuída a',
  nobody: 'Por atribuir',
  button: 'Abrir a tarefa',
  footer:
    'Recebe este e-mail por causa de uma regra de escalonamento da sua equipa. No seu perfil pode escolher sobre o que recebe e-mails.',
  sampleRule: 'Em atraso',
  atPercent:
    'aos {percent} % {clock, select, RESPOND {do tempo para começar} RESOLVE {do tempo para terminar} other {do tempo até ao prazo}}',
  atEnd:
    'no fim {clock, select, RESPOND {do tempo para começar} RESOLVE {do tempo para terminar} other {do tempo até ao prazo}}',
  after:
    '{time} depois do fim {clock, select, RESPOND {do tempo para começar} RESOLVE {do tempo para terminar} other {do tempo até ao prazo}}',
} satisfies Texts<typeof en>
