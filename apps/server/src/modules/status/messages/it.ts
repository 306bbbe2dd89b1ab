import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  changed: {
    states: {
      OPERATIONAL: 'In ordine',
      DEGRADED: 'Problema noto',
      MAINTENANCE: 'In riparazione',
      OUT_OF_ORDER: 'Fuori servizio',
    },
    heading: 'Lo stato è cambiato',
    item: 'Cosa',
    state: 'Stato',
    until: 'Previsto fino a',
    button: 'Apri la pagina di stato',
    footer: 'Riceve questa e-mail perché ha chiesto novità sullo stato di questo luogo.',
    stop: 'Non ricevere più e-mail sullo stato',
    sampleItem: 'Acqua calda',
    sampleNote: 'Si sta cambiando lo scaldabagno.',
  },
  confirm: {
    subject: 'Confermi, per favore: e-mail sullo stato di {room}',
    heading: 'Vuole novità sullo stato per e-mail?',
    lead: 'Se conferma, Le scriviamo quando cambia lo stato di questo luogo.',
    button: 'Conferma',
    footer:
      'Qualcuno ha inserito questo indirizzo su una pagina di stato. Se non è stato Lei, non deve fare nulla: non riceverà altre e-mail.',
  },
  page: {
    title: 'E-mail da Wellkept',
    ask: 'Vuole un’e-mail quando cambia lo stato di {place}?',
    reads: 'Riceve un’e-mail quando cambia lo stato di {place}.',
    askReport: 'Vuole novità sulla Sua segnalazione per e-mail?',
    report: 'Riceve novità sulla Sua segnalazione per e-mail.',
    digest: 'Ogni mattina riceve un’e-mail su ciò che è cambiato il giorno prima.',
    ended: 'Non riceve e-mail da noi.',
    unknown: 'Questo link non è valido. Forse il programma di posta lo ha tagliato.',
    later: 'Al momento non è possibile. Riprovi tra qualche minuto.',
    confirm: 'Sì, inviatemi e-mail',
    decline: 'No, grazie',
    stop: 'Non ricevere più e-mail',
    status: 'Apri la pagina di stato',
  },
} satisfies Texts<typeof en>
