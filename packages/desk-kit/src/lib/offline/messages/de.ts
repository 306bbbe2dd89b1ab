import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  title: 'Keine Verbindung zu Wellkept',
  text: 'Gespeichertes ist sicher. Diese Seite lädt automatisch, sobald der Dienst wieder erreichbar ist.',
  notKept:
    'Diese Seite ist auf diesem Gerät nicht gespeichert; sie öffnet sich, sobald Sie wieder online sind. Gespeichertes ist sicher.',
  today: 'Letzten Stand von „Heute“ öffnen',
  retry: 'Jetzt erneut versuchen',
  failed: 'Wellkept kann diese Seite nicht anzeigen',
  failedText:
    'Der Dienst meldet einen Fehler. Gespeichertes ist sicher. Diese Seite versucht es automatisch erneut.',
  request: 'Anfragenummer:',
  busy: 'Einen Moment…',
  busyText:
    'Der Dienst ist ausgelastet oder erhielt zu viele Anfragen. Diese Seite versucht es innerhalb einer Minute erneut.',
} satisfies Texts<typeof en>
