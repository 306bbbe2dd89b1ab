import type { Texts } from '#i18n/texts.ts'
import shared from '#ui/messages/nl.ts'
import type en from './en.ts'

export default {
  ...shared,
  retry: 'Opnieuw proberen',
  loading: 'Laden',
  leave: 'Verlaten? Wat u hier hebt ingevuld is niet verzonden en gaat verloren.',
  newVersion: 'Er is een nieuwe versie.',
  useNewVersion: 'Nu gebruiken',
  loadFailed: 'De dienst antwoordde anders dan verwacht. Wat deze telefoon weet is nog te zien.',
  removePhoto: 'Foto weghalen',
  takePhoto: 'Foto maken',
  anotherPhoto: 'Nog een foto maken',
  photoFailed: 'Dit bestand kon niet als foto worden gelezen. Maak de foto opnieuw.',
  otherTitle: 'Hier is nu {name} aangemeld',
  otherText:
    'Deze pagina is van {name}. Er wordt niets van getoond of verzonden. Het werk van {name} blijft op deze telefoon.',
  goOnAs: 'Verdergaan als {name}',
  signInAs: 'Aanmelden als {name}',
  scanCamera: 'Camera gebruiken',
  scanHint: 'Houd de camera boven de sticker. De ruimte opent vanzelf.',
  scanRefused:
    'De camera is hier niet toegestaan. Typ de code, of sta de camera toe in de instellingen van de browser.',
  scanNoCamera: 'De camera kan hier niet worden gebruikt. Typ de code.',
  scanStop: 'Camera stoppen',
  torchOn: 'Licht aan',
  torchOff: 'Licht uit',
  sent: 'Verstuurd',
  waits: 'Wacht op versturen',
  settled: 'Niet doorgevoerd',
  needsYou: 'Heeft u nodig',
} satisfies Texts<typeof en>
