import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  invitation: {
    subject: '{inviter} La invita a {organisation} su Wellkept',
    heading: 'Entri in {organisation}',
    lead: '{inviter} L’ha aggiunta al team di {organisation}.',
    next: 'Accetti per scegliere come accedere. Il link funziona una volta, per {time}; dopo, {inviter} può inviarne uno nuovo.',
    button: 'Accetta l’invito',
    footer:
      'Riceve questa e-mail perché {inviter} ha inserito il Suo indirizzo. Se non la aspettava, non deve fare nulla.',
  },
  signIn: {
    heading: 'Accesso a Wellkept',
    lead: 'Apra il link e prema il pulsante sulla pagina. Funziona una volta, per {time}.',
    button: 'Accedi',
    code: 'Oppure inserisca questo codice dove voleva accedere',
    leads: 'Il link e il codice danno accesso a {organisation}.',
    others: 'Acceda a un’altra delle Sue organizzazioni',
    footer:
      'Qualcuno voleva accedere con questo indirizzo e-mail. Se non è stato Lei, non deve fare nulla: senza questa e-mail nessuno può accedere. Non condivida il link o il codice.',
  },
  passwordReset: {
    heading: 'Scelga una nuova password',
    lead: 'Apra il link e scelga una nuova password. Funziona una volta, per {time}. Poi viene disconnesso ovunque altrove.',
    button: 'Scegli una password',
    leads: 'Questo cambia la password del Suo account presso {organisation}.',
    others: 'Cambi la password in un’altra delle Sue organizzazioni',
    footer:
      'Qualcuno ha chiesto una nuova password per questo indirizzo e-mail. Se non è stato Lei, non deve fare nulla: la Sua password resta com’è.',
  },
  sessionEnded: {
    heading: 'Abbiamo disconnesso uno dei Suoi dispositivi',
    lead: 'Una chiave di accesso di questo dispositivo è stata usata due volte. La causa può essere un problema di rete, oppure qualcuno può aver copiato la chiave. Per sicurezza abbiamo disconnesso il dispositivo; gli altri restano connessi.',
    device: 'Dispositivo',
    at: 'Quando',
    button: 'Accedi di nuovo',
    footer:
      'Se succede ancora, o se non riconosce il dispositivo, cambi la password e disconnetta gli altri dispositivi nel Suo profilo.',
  },
  connectionAdded: {
    heading: 'Un assistente è collegato al Suo account',
    lead: 'Un programma può ora agire qui a Suo nome, con i Suoi diritti, finché il collegamento non scade o Lei non lo termina.',
    name: 'Collegamento',
    may: 'Può',
    read: 'leggere',
    write: 'leggere e scrivere',
    at: 'Aggiunto',
    ends: 'Scade',
    button: 'Mostra i collegamenti',
    footer:
      'Se non è stato Lei, termini il collegamento nel Suo profilo, cambi la password e disconnetta gli altri dispositivi.',
  },
  test: {
    subject: 'Prova da Wellkept',
    heading: 'Le e-mail Le arrivano',
    unconfirmed:
      'Nessuno dei Suoi dispositivi ha confermato la notifica di prova, quindi riceve questa e-mail. Lo stesso vale per le notifiche sui compiti.',
    noDevice:
      'Ha chiesto una prova, e nessuno dei Suoi dispositivi ha le notifiche attive. Riceve le notifiche sui compiti per e-mail.',
    button: 'Apri le notifiche',
    footer: 'Riceve questa e-mail perché l’ha chiesta in Wellkept.',
  },
} satisfies Texts<typeof en>
