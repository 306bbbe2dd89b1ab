import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  confirm: {
    subject: 'Confirme, por favor: e-mails sobre a sua comunicação: {room}',
    heading: 'Quer novidades da sua comunicação por e-mail?',
    lead: 'Se confirmar, escrevemos-lhe quando a equipa responder e quando estiver feito.',
    button: 'Confirmar',
    footer:
      'Alguém introduziu este endereço para uma comunicação. Se não foi o seu caso, não precisa de fazer nada: não receberá mais e-mails.',
  },
  outcome: {
    FIXED: {
      subject: 'Resolvido: {room}',
      heading: 'O que comunicou está resolvido',
      lead: 'A equipa diz que está feito. Está resolvido? Se não, diga-o na página e a tarefa é reaberta.',
      button: 'Dizer se está resolvido',
    },
    REPLY: {
      subject: 'Uma resposta à sua comunicação: {room}',
      heading: 'Uma resposta à sua comunicação',
      lead: 'A equipa escreveu-lhe:',
      button: 'Abrir a sua comunicação',
    },
    footer: 'Deu este endereço para receber novidades da sua comunicação. Não o usamos para mais nada.',
    stop: 'Não receber mais e-mails sobre esta comunicação',
    sampleReply: 'Obrigado.\nUm canalizador vem às 15 h.',
  },
} satisfies Texts<typeof en>
