import type { Texts } from '#i18n/texts.ts'
import shared from '#ui/messages/de.ts'
import type en from './en.ts'

export default {
  ...shared,
  retry: 'Noch einmal',
  loading: 'Lädt',
  leave: 'Seite verlassen? Was Sie eingegeben haben, ist nicht gesendet und geht verloren.',
  newVersion: 'Eine neue Version ist bereit.',
  useNewVersion: 'Jetzt aktualisieren',
  loadFailed: 'Das ließ sich nicht laden. Was auf diesem Telefon gespeichert ist, wird weiter gezeigt.',
  removePhoto: 'Foto entfernen',
  takePhoto: 'Foto aufnehmen',
  anotherPhoto: 'Noch ein Foto',
  photoFailed: 'Dieses Foto ließ sich nicht lesen. Nehmen Sie es noch einmal auf.',
  otherTitle: 'Hier ist jetzt {name} angemeldet',
  otherText:
    'Diese Seite gehört {name}. Deshalb wird hier nichts gezeigt und nichts gesendet. Die Arbeit von {name} ist auf diesem Telefon gespeichert.',
  goOnAs: 'Als {name} fortfahren',
  signInAs: 'Als {name} anmelden',
  scanCamera: 'Kamera benutzen',
  scanHint: 'Richten Sie die Kamera auf den Aufkleber. Der Raum öffnet sich von selbst.',
  scanRefused:
    'Die Kamera ist blockiert. Geben Sie den Code ein, oder erlauben Sie die Kamera in den Einstellungen des Browsers.',
  scanNoCamera: 'Die Kamera lässt sich hier nicht benutzen. Geben Sie den Code ein.',
  scanStop: 'Kamera beenden',
  torchOn: 'Licht an',
  torchOff: 'Licht aus',
  sent: 'Gesendet',
  waits: 'Wartet auf Versand',
  settled: 'Nicht übernommen',
  needsYou: 'Bitte entscheiden',
  troubleOffline:
    'Keine Verbindung. Ihre Arbeit ist auf diesem Telefon gespeichert und wird später automatisch gesendet.',
  troubleBusy: 'Wellkept ist gerade ausgelastet. Ihre Arbeit wird gleich automatisch gesendet.',
  troubleService:
    'Wellkept ist gerade gestört. Ihre Arbeit ist gespeichert und wird später automatisch gesendet.',
  troubleMaintenance:
    'Wellkept wird gerade gewartet. Ihre Arbeit ist auf diesem Telefon gespeichert und wird danach gesendet.',
  ended:
    'Ihre Sitzung ist abgelaufen. Ihre Arbeit ist gespeichert und wird gesendet, sobald Sie sich anmelden.',
  doesNotLast:
    'Dieser Browser speichert nichts, wenn Sie die Seite schließen. Lassen Sie sie offen, bis alles gesendet ist.',
  maintained: 'Wellkept wird gerade gewartet. Es wurde nichts geändert. Versuchen Sie es später noch einmal.',
  changedElsewhere:
    'Dies wurde inzwischen anderswo geändert. Laden Sie es neu, und wiederholen Sie dann Ihre Änderung.',
  loadAgain: 'Neu laden',
  notSaved: 'Das ließ sich nicht speichern. Es wurde nichts geändert.',
  switchOn: 'Hier einschalten',
  pushOn: 'Auf diesem Gerät sind Benachrichtigungen eingeschaltet.',
  notNow: 'Jetzt nicht',
  notifications: 'Benachrichtigungen',
  ownReadOnly: 'Ihre Organisation kann gerade nichts ändern. Fragen Sie die Leitung.',
} satisfies Texts<typeof en>
