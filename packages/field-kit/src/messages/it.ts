import type { Texts } from '#i18n/texts.ts'
import shared from '#ui/messages/it.ts'
import type en from './en.ts'

export default {
  ...shared,
  retry: 'Riprova',
  loading: 'Caricamento',
  leave: 'Uscire? Quello che ha inserito qui non è stato inviato e andrà perso.',
  newVersion: 'C’è una nuova versione.',
  useNewVersion: 'Usala ora',
  loadFailed: 'Il servizio non ha risposto come previsto. Si vede ancora ciò che questo telefono conosce.',
  removePhoto: 'Togli foto',
  takePhoto: 'Scatta una foto',
  anotherPhoto: 'Scatta un’altra foto',
  photoFailed: 'Questo file non si legge come immagine. Scatti di nuovo la foto.',
  otherTitle: 'Ora qui ha effettuato l’accesso {name}',
  otherText:
    'Questa pagina è di {name}: non ne viene mostrato né inviato nulla. Il lavoro di {name} resta su questo telefono.',
  goOnAs: 'Continua come {name}',
  signInAs: 'Accedi come {name}',
  scanCamera: 'Usa la fotocamera',
  scanHint: 'Tenga la fotocamera sopra l’adesivo. La stanza si apre da sola.',
  scanRefused:
    'Qui la fotocamera non è consentita. Scriva il codice o consenta la fotocamera nelle impostazioni del browser.',
  scanNoCamera: 'Qui la fotocamera non si può usare. Scriva il codice.',
  scanStop: 'Ferma la fotocamera',
  torchOn: 'Accendi la luce',
  torchOff: 'Spegni la luce',
  sent: 'Inviato',
  waits: 'In attesa di invio',
  settled: 'Non applicato',
  needsYou: 'Serve Lei',
  troubleOffline: 'Nessuna connessione. Ciò che fa resta su questo telefono e parte da solo.',
  troubleBusy: 'Un momento… ora lavorano in molti. Prosegue da solo.',
  troubleService: 'Il servizio ha problemi. Il Suo lavoro è salvo; parte da solo più tardi.',
  troubleMaintenance:
    'Wellkept è in manutenzione. Le modifiche restano su questo telefono e partono alla fine.',
  ended: 'La sessione è finita. Il Suo lavoro è salvo e parte dopo l’accesso.',
  doesNotLast:
    'Questo browser non conserva nulla quando la pagina si chiude. Resti qui finché tutto è inviato.',
  maintained: 'Wellkept è in manutenzione, quindi non è cambiato nulla. Riprovi più tardi.',
  changedElsewhere: 'Nel frattempo è stato cambiato altrove. Ricarichi, poi ripeta la modifica.',
  loadAgain: 'Ricarica',
  notSaved: 'Il servizio non l’ha accettato. Nulla è cambiato.',
  switchOn: 'Attiva qui',
  pushOn: 'Le notifiche sono attive qui.',
  notNow: 'Non ora',
  notifications: 'Notifiche',
  ownReadOnly: 'La Sua organizzazione ora non può cambiare nulla. Chieda al responsabile.',
} satisfies Texts<typeof en>
