import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'

export default {
  title: 'Keine Verbindung zu Wellkept',
  text: 'Was gespeichert wurde, ist sicher. Diese Seite geht von selbst weiter, sobald der Dienst wieder erreichbar ist.',
  today: '„Heute“ öffnen, wie es zuletzt war',
  retry: 'Jetzt versuchen',
  failed: 'Wellkept kann diese Seite nicht zeigen',
  failedText:
    'Der Dienst hat einen Fehler. Was gespeichert wurde, ist sicher. Diese Seite versucht es von selbst wieder.',
  request: 'Nummer der Anfrage:',
  busy: 'Einen Moment…',
  busyText:
    'Der Dienst ist ausgelastet oder wurde auf einmal um viel gebeten. Diese Seite geht innerhalb einer Minute von selbst weiter.',
} satisfies Texts<typeof en>
