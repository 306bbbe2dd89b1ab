import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'

export default {
  title: 'Stand des Einrichtens',
  well: 'Alles ist eingerichtet: Es fehlt nichts.',
  lines: {
    NO_CODE:
      '{count, plural, one {# Einrichtung hat keinen Aufkleber} other {# Einrichtungen haben keinen Aufkleber}}',
    LOST_CODE:
      '{count, plural, one {# Aufkleber wird gescannt und führt nirgendwohin} other {# Aufkleber werden gescannt und führen nirgendwohin}}',
    NO_RULE:
      '{count, plural, one {# Einrichtung hat Anliegen, die keine Alarmregel hört} other {# Einrichtungen haben Anliegen, die keine Alarmregel hört}}',
    NO_ROUTE:
      '{count, plural, one {Aufgaben von # Einrichtung erreichen niemanden} other {Aufgaben von # Einrichtungen erreichen niemanden}}',
    OFF_DUTY:
      '{count, plural, one {# Gebäude hat Zeiten, in denen niemand im Dienst ist} other {# Gebäude haben Zeiten, in denen niemand im Dienst ist}}',
    NO_SKILL:
      '{count, plural, one {# Einsatzkraft hat keine Fähigkeit} other {# Einsatzkräfte haben keine Fähigkeit}}',
    CERTIFICATE:
      '{count, plural, one {# Einsatzkraft hat einen Nachweis, der endet} other {# Einsatzkräfte haben einen Nachweis, der endet}}',
    NO_LANGUAGE:
      '{count, plural, one {Die Sprache von # Einsatzkraft ist nicht bekannt} other {Die Sprachen von # Einsatzkräften sind nicht bekannt}}',
    NO_CONTACT:
      '{count, plural, one {# Einsatzkraft ist nicht erreichbar} other {# Einsatzkräfte sind nicht erreichbar}}',
    INVITED:
      '{count, plural, one {# Person ist noch nicht gekommen} other {# Personen sind noch nicht gekommen}}',
    MAIL_ONLY:
      '{count, plural, one {# Person der Technik ist nur per E-Mail erreichbar} other {# Personen der Technik sind nur per E-Mail erreichbar}}',
    NO_HOURS:
      '{count, plural, one {# Gebäude hat keine Öffnungszeiten} other {# Gebäude haben keine Öffnungszeiten}}',
    NO_HOLIDAYS:
      '{count, plural, one {# Gebäude hat keine Schließtage} other {# Gebäude haben keine Schließtage}}',
    NO_TIME_ZONE:
      '{count, plural, one {# Gebäude hat die Zeitzone UTC} other {# Gebäude haben die Zeitzone UTC}}',
    MAIL: '{count, plural, one {# Eintrag Ihrer Mail-Domain ist nicht belegt} other {# Einträge Ihrer Mail-Domain sind nicht belegt}}',
    WEBHOOK: '{count, plural, one {# Webhook schlägt fehl} other {# Webhooks schlagen fehl}}',
    NO_SLA:
      '{count, plural, one {Keine SLA-Richtlinie ist eingeschaltet} other {Keine SLA-Richtlinie ist eingeschaltet}}',
  },
  means: {
    NO_CODE: 'Besucher können dort nichts melden.',
    LOST_CODE: 'Wer sie scannt, findet nichts. Verknüpfen oder ersetzen Sie sie.',
    NO_RULE: 'Nennen Besucher sie dort, entsteht keine Aufgabe und niemand erfährt davon.',
    NO_ROUTE: 'Keine Regel, keine Firma und niemand aus der Technik ist zuständig.',
    OFF_DUTY: 'In den nächsten sieben Tagen, obwohl der Wochenplan jemanden vorsieht.',
    NO_SKILL: 'Sie werden für keine Aufgabe vorgeschlagen, die eine verlangt.',
    CERTIFICATE: 'Er ist abgelaufen oder endet innerhalb von 30 Tagen.',
    NO_LANGUAGE: 'Niemand weiß, wer wen versteht.',
    NO_CONTACT: 'Es gibt weder ein Konto noch eine E-Mail-Adresse.',
    INVITED: 'Sie wurden eingeladen und haben sich nicht angemeldet.',
    MAIL_ONLY: 'Keines ihrer Geräte wird benachrichtigt. Das schalten sie in ihrer App ein.',
    NO_HOURS: 'Es gelten die Zeiten, mit denen Wellkept begann; SLA-Zeiten können falsch sein.',
    NO_HOLIDAYS: 'SLA-Zeiten laufen auch an Feiertagen.',
    NO_TIME_ZONE: 'Niemand hat sie gewählt; Zeiten und Tage können falsch sein.',
    MAIL: 'E-Mails können als Spam enden. Geprüft werden SPF, DKIM und DMARC.',
    WEBHOOK: 'Andere Systeme erfahren von hier nichts.',
    NO_SLA: 'Keine Aufgabe hat eine zugesagte Zeit.',
  },
  acts: {
    NO_CODE: 'Für jede einen Code anlegen',
    INVITED: 'Alle noch einmal einladen',
  },
  actNow: '{act}: {count, plural, one {# wird} other {# werden}} sofort geändert.',
  done: '{count, plural, one {# erledigt.} other {# erledigt.}}',
} satisfies Texts<typeof en>
