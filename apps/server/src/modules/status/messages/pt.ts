import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  changed: {
    states: {
      OPERATIONAL: 'Em ordem',
      DEGRADED: 'Problema conhecido',
      MAINTENANCE: 'Em reparação',
      OUT_OF_ORDER: 'Fora de serviço',
    },
    heading: 'O estado mudou',
    item: 'O quê',
    state: 'Estado',
    until: 'Previsto até',
    button: 'Abrir a página de estado',
    footer: 'Recebe este e-mail porque pediu novidades do estado deste local.',
    stop: 'Não receber mais e-mails de estado',
    sampleItem: 'Água quente',
    sampleNote: 'A caldeira está a ser substituída.',
  },
  confirm: {
    subject: 'Confirme, por favor: e-mails sobre o estado de {room}',
    heading: 'Quer novidades do estado por e-mail?',
    lead: 'Se confirmar, escrevemos-lhe quando o estado deste local mudar.',
    button: 'Confirmar',
    footer:
      'Alguém introduziu este endereço numa página de estado. Se não foi o seu caso, não precisa de fazer nada: não receberá mais e-mails.',
  },
  page: {
    title: 'E-mails do Wellkept',
    ask: 'Quer um e-mail quando o estado de {place} mudar?',
    reads: 'Recebe um e-mail quando o estado de {place} muda.',
    askReport: 'Quer novidades da sua comunicação por e-mail?',
    report: 'Recebe novidades da sua comunicação por e-mail.',
    digest: 'Recebe todas as manhãs um e-mail sobre o que mudou no dia anterior.',
    ended: 'Não recebe e-mails nossos.',
    unknown: 'Este link não é válido. O seu programa de e-mail pode tê-lo cortado.',
    later: 'Agora não é possível. Tente de novo daqui a uns minutos.',
    confirm: 'Sim, enviem-me e-mails',
    decline: 'Não',
    stop: 'Não receber mais e-mails',
    status: 'Abrir a página de estado',
  },
} satisfies Texts<typeof en>
