import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  title: '{count, plural, one {Antwort an den Besucher} other {Antwort an # Besucher}}',
  send: 'Antworten',
  text: 'Antwort für den Besucher',
  help: 'Sie erscheint ohne Ihren Namen auf der Seite der Meldung und lässt sich nicht zurücknehmen.',
  needed: 'Geben Sie eine Antwort ein.',
  more: 'und {count} weitere',
  settleToo: 'Auch als erledigt markieren',
  writtenIn: 'Sprache des Besuchers: {languages}',
  language: 'Sprache der Antwort',
  otherLanguage: 'Antwort auf {language}, der Besucher nutzt {languages}',
  insert: 'Vorlage einfügen',
  placeOpen: 'Ersetzen Sie {placeholder}: Diese Besucher sind an verschiedenen Orten.',
} satisfies Texts<typeof en>
