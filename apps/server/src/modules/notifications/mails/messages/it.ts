import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  openTask: 'Apri il compito',
  assigned: {
    subject: 'Compito per Lei: {title}',
    heading: 'Un compito per Lei',
    footer:
      'Riceve questa e-mail perché il compito Le è stato assegnato. Nel Suo profilo sceglie su cosa riceve e-mail.',
  },
  fresh: {
    subject: 'Nuovo compito: {title}',
    urgent: 'Urgente: {title}',
    heading: 'Un compito non assegnato',
    footer: 'Riceve questa e-mail perché si occupa di questo edificio.',
  },
  reopened: {
    subject: 'Non risolto: {title}',
    heading: 'Un visitatore dice che non è risolto',
    text: 'Il compito è di nuovo aperto.',
    footer:
      'Riceve questa e-mail perché il compito è assegnato a Lei o a nessuno. Nel Suo profilo sceglie su cosa riceve e-mail.',
  },
  resumed: {
    subject: 'Si può continuare: {title}',
    heading: 'Un compito non è più in attesa',
    text: 'L’attesa è finita. Se qualcosa impedisce ancora il lavoro, metta di nuovo il compito in attesa.',
    footer:
      'Riceve questa e-mail perché il compito è assegnato a Lei o a nessuno. Nel Suo profilo sceglie su cosa riceve e-mail.',
  },
  told: {
    subject: 'Novità sul Suo compito: {title}',
    heading: 'Un collega ha scritto sul Suo compito',
    text: 'Chi aveva questo compito prima ha aggiunto una nota. Apra il compito per leggerla.',
  },
  withdrawn: {
    subject: 'Non è più Suo: {title}',
    heading: 'Un compito non è più assegnato a Lei',
    to: 'Ora è assegnato a {who}.',
    free: 'Ora non è assegnato a nessuno.',
  },
  unheard: {
    subject: 'Non è stato possibile avvisare nessuno: {title}',
    heading: 'Non è stato possibile avvisare nessuno di un compito',
    text: 'È assegnato a {who}, dove nessuno ha un account. Li contatti Lei, oppure assegni il compito a una persona: chi ha un indirizzo e-mail ma non un account riceve un link per e-mail.',
    footer: 'Riceve questa e-mail perché dirige questo team. Nel Suo profilo sceglie su cosa riceve e-mail.',
  },
  urgent: {
    subject: 'Urgente: {title}',
    heading: 'Un compito urgente',
    since: 'Da',
    assignee: 'Assegnato a',
    nobody: 'Non assegnato',
    footer: 'Riceve questa e-mail perché dirige questo team. Nel Suo profilo sceglie su cosa riceve e-mail.',
  },
  news: {
    subject: '{count, plural, one {# compito} other {# compiti}}: {first} e altri {more}',
    heading:
      '{count, plural, one {# compito richiede la Sua attenzione} other {# compiti richiedono la Sua attenzione}}',
    news: 'Novità',
    kinds: {
      'task-reopened': 'Un visitatore dice che non è risolto',
      'task-unheard': 'Non è stato possibile avvisare nessuno',
      'urgent-task': 'Urgente',
      'task-assigned': 'Assegnato a Lei',
      'task-told': 'Un collega ha scritto',
      'task-resumed': 'Non più in attesa',
      'task-withdrawn': 'Non è più Suo',
      'task-new': 'Nuovo e non assegnato',
    },
    more: 'E altri {more}: sono tutti nel Suo elenco.',
    button: 'Apri l’elenco',
    footer:
      'Riceve questa e-mail perché questi compiti sono assegnati a Lei o a nessuno. Nel Suo profilo sceglie su cosa riceve e-mail.',
  },
  sampleAssignee: 'Pulizie Chiaro',
  sampleWords: 'Gocciola ancora.\nOra a sinistra.',
} satisfies Texts<typeof en>
