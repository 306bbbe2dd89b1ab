import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  priority: 'Prioridade',
  task: 'Tarefa',
  where: 'Local',
  due: 'Prazo',
  priorities: {
    LOW: 'Baixa',
    MEDIUM: 'Média',
    HIGH: 'Alta',
    URGENT: 'Urgente',
  },
  wellkept:
    'Com o Wellkept, as equipas cuidam de edifícios: os visitantes leem um código, comunicam um problema, e a equipa resolve-o.',
  sampleRoom: 'Casa de banho 2.14',
  sampleBuilding: 'Biblioteca central',
  sample: 'Amostra: {subject}',
  sampleTitle: 'Um e-mail do Wellkept',
  sampleFooter: 'É este o aspeto dos e-mails.',
} satisfies Texts<typeof en>
