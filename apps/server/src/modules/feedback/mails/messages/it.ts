import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  confirm: {
    subject: 'Confermi, per favore: e-mail sulla Sua segnalazione: {room}',
    heading: 'Vuole novità sulla Sua segnalazione per e-mail?',
    lead: 'Se conferma, Le scriviamo quando il team risponde e quando è fatto.',
    button: 'Conferma',
    footer:
      'Qualcuno ha inserito questo indirizzo per una segnalazione. Se non è stato Lei, non deve fare nulla: non riceverà altre e-mail.',
  },
  outcome: {
    FIXED: {
      subject: 'Risolto: {room}',
      heading: 'Ciò che ha segnalato è risolto',
      lead: 'Il team dice che è fatto. È risolto? Se no, lo dica sulla pagina e il compito viene riaperto.',
      button: 'Dica se è risolto',
    },
    REPLY: {
      subject: 'Una risposta alla Sua segnalazione: {room}',
      heading: 'Una risposta alla Sua segnalazione',
      lead: 'Il team Le ha scritto:',
      button: 'Apri la Sua segnalazione',
    },
    footer: 'Ha dato questo indirizzo per avere novità sulla Sua segnalazione. Non lo usiamo per altro.',
    stop: 'Non ricevere più e-mail su questa segnalazione',
    sampleReply: 'Grazie.\nAlle 15 viene un idraulico.',
  },
} satisfies Texts<typeof en>
