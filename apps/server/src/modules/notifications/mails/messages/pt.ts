import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  openTask: 'Abrir a tarefa',
  assigned: {
    subject: 'Tarefa para si: {title}',
    heading: 'Uma tarefa para si',
    footer:
      'Recebe este e-mail porque a tarefa lhe foi atribuída. No seu perfil pode escolher sobre o que recebe e-mails.',
  },
  fresh: {
    subject: 'Nova tarefa: {title}',
    urgent: 'Urgente: {title}',
    heading: 'Uma tarefa por atribuir',
    footer: 'Recebe este e-mail porque cuida deste edifício.',
  },
  reopened: {
    subject: 'Por resolver: {title}',
    heading: 'Um visitante diz que não está resolvido',
    text: 'A tarefa está de novo aberta.',
    footer:
      'Recebe este e-mail porque a tarefa está atribuída a si ou a ninguém. No seu perfil pode escolher sobre o que recebe e-mails.',
  },
  resumed: {
    subject: 'Hora de continuar: {title}',
    heading: 'Uma tarefa já não está à espera',
    text: 'A espera terminou. Se algo ainda impede o trabalho, ponha a tarefa de novo à espera.',
    footer:
      'Recebe este e-mail porque a tarefa está atribuída a si ou a ninguém. No seu perfil pode escolher sobre o que recebe e-mails.',
  },
  told: {
    subject: 'Novidades da sua tarefa: {title}',
    heading: 'Um colega escreveu sobre a sua tarefa',
    text: 'Quem tinha esta tarefa antes acrescentou uma nota. Abra a tarefa para a ler.',
  },
  withdrawn: {
    subject: 'Já não é sua: {title}',
    heading: 'Uma tarefa já não lhe está atribuída',
    to: 'Agora está atribuída a {who}.',
    free: 'Agora não está atribuída a ninguém.',
  },
  unheard: {
    subject: 'Não foi possível avisar ninguém: {title}',
    heading: 'Não foi possível avisar ninguém de uma tarefa',
    text: 'Está atribuída a {who}, onde ninguém tem conta. Contacte-os, por favor, ou atribua a tarefa a uma pessoa: quem tem endereço de e-mail mas não tem conta recebe um link por e-mail.',
    footer:
      'Recebe este e-mail porque dirige esta equipa. No seu perfil pode escolher sobre o que recebe e-mails.',
  },
  urgent: {
    subject: 'Urgente: {title}',
    heading: 'Uma tarefa urgente',
    since: 'Desde',
    assignee: 'Atribuída a',
    nobody: 'Por atribuir',
    footer:
      'Recebe este e-mail porque dirige esta equipa. No seu perfil pode escolher sobre o que recebe e-mails.',
  },
  news: {
    subject: '{count, plural, one {# tarefa} other {# tarefas}}: {first} e mais {more}',
    heading:
      '{count, plural, one {# tarefa precisa da sua atenção} other {# tarefas precisam da sua atenção}}',
    news: 'Novidade',
    kinds: {
      'task-reopened': 'Um visitante diz que não está resolvido',
      'task-unheard': 'Não foi possível avisar ninguém',
      'urgent-task': 'Urgente',
      'task-assigned': 'Atribuída a si',
      'task-told': 'Um colega escreveu',
      'task-resumed': 'Já não está à espera',
      'task-withdrawn': 'Já não é sua',
      'task-new': 'Nova e por atribuir',
    },
    more: 'E mais {more}: estão todas na sua lista.',
    button: 'Abrir a lista',
    footer:
      'Recebe este e-mail porque estas tarefas estão atribuídas a si ou a ninguém. No seu perfil pode escolher sobre o que recebe e-mails.',
  },
  sampleAssignee: 'Limpezas Claro',
  sampleWords: 'Ainda pinga.\nAgora à esquerda.',
} satisfies Texts<typeof en>
