import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  title: 'KI-Assistenten',
  help: 'Über eine Verbindung liest ein Assistent wie Claude hier in Ihrem Namen und schreibt, wenn Sie es erlauben. Er hat Ihre Rechte, so wie sie gerade sind. Nach 90 Tagen endet sie.',
  none: 'Kein Assistent ist verbunden.',
  add: 'Assistenten verbinden',
  full: 'Sie haben 5 Verbindungen, mehr sind nicht möglich. Beenden Sie eine, um eine andere hinzuzufügen.',
  nameHelp: 'Was verbunden wird, zum Beispiel „Claude auf meinem Laptop“.',
  nameNeeded: 'Geben Sie einen Namen ein.',
  write: 'Darf auch schreiben',
  writeHelp:
    'Aufgaben anlegen, Notizen hinzufügen und den Status von Aufgaben ändern, jeweils nach einem Probelauf. Sonst liest er nur.',
  reads: 'liest',
  writes: 'liest und schreibt',
  ending: 'Token mit der Endung {ending}',
  until: 'endet',
  expired: 'Abgelaufen',
  used: 'zuletzt verwendet',
  unused: 'nie verwendet',
  shownTitle: 'Verbindung „{name}“',
  shownHelp:
    'Das Token wird nur einmal angezeigt. Wer es hat, handelt in Ihrem Namen; bewahren Sie es sicher auf.',
  copyToken: 'Token kopieren',
  set: 'Einstellungen für Ihren Assistenten',
  setHelp: 'Die meisten Assistenten nehmen dies als Server des Model Context Protocol über HTTP.',
  copySet: 'Einstellungen kopieren',
  saved: 'Ich habe es gespeichert',
  notYet:
    'Das Token kann nicht noch einmal angezeigt werden. Speichern Sie es und bestätigen Sie dann unten.',
  end: 'Beenden',
  endOf: '„{name}“ beenden',
  endTitle: 'Verbindung „{name}“ beenden',
  endHelp:
    'Ihr Token mit der Endung {ending} funktioniert sofort nicht mehr. Das lässt sich nicht rückgängig machen.',
  ended: 'Die Verbindung „{name}“ ist beendet.',
} satisfies Texts<typeof en>
