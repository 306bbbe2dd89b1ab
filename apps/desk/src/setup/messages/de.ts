import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  title: 'Einrichtungs-Checkliste',
  well: 'Alles ist eingerichtet.',
  lines: {
    NO_CODE:
      '{count, plural, one {# Einrichtung hat keinen Aufkleber} other {# Einrichtungen haben keinen Aufkleber}}',
    LOST_CODE:
      '{count, plural, one {# gescannter Aufkleber ist nicht verknüpft} other {# gescannte Aufkleber sind nicht verknüpft}}',
    NO_RULE:
      '{count, plural, one {# Einrichtung hat Anliegen ohne Alarmregel} other {# Einrichtungen haben Anliegen ohne Alarmregel}}',
    NO_ROUTE:
      '{count, plural, one {Aufgaben von # Einrichtung erreichen niemanden} other {Aufgaben von # Einrichtungen erreichen niemanden}}',
    OFF_DUTY:
      '{count, plural, one {# Gebäude hat Zeiten, in denen niemand im Dienst ist} other {# Gebäude haben Zeiten, in denen niemand im Dienst ist}}',
    NO_SKILL:
      '{count, plural, one {# Einsatzkraft hat keine Fähigkeit} other {# Einsatzkräfte haben keine Fähigkeit}}',
    CERTIFICATE:
      '{count, plural, one {# Einsatzkraft hat einen ablaufenden Nachweis} other {# Einsatzkräfte haben einen ablaufenden Nachweis}}',
    NO_LANGUAGE:
      '{count, plural, one {# Einsatzkraft hat keine Sprache} other {# Einsatzkräfte haben keine Sprache}}',
    NO_CONTACT:
      '{count, plural, one {# Einsatzkraft ist nicht erreichbar} other {# Einsatzkräfte sind nicht erreichbar}}',
    INVITED:
      '{count, plural, one {# eingeladene Person hat sich nicht angemeldet} other {# eingeladene Personen haben sich nicht angemeldet}}',
    MAIL_ONLY:
      '{count, plural, one {# Person der Technik ist nur per E-Mail erreichbar} other {# Personen der Technik sind nur per E-Mail erreichbar}}',
    NO_HOURS:
      '{count, plural, one {# Gebäude hat keine Servicezeiten} other {# Gebäude haben keine Servicezeiten}}',
    NO_HOLIDAYS:
      '{count, plural, one {# Gebäude hat keine Schließtage} other {# Gebäude haben keine Schließtage}}',
    NO_TIME_ZONE:
      '{count, plural, one {# Gebäude hat die Zeitzone UTC} other {# Gebäude haben die Zeitzone UTC}}',
    MAIL: '{count, plural, one {# DNS-Eintrag Ihrer E-Mail-Domain fehlt} other {# DNS-Einträge Ihrer E-Mail-Domain fehlen}}',
    WEBHOOK: '{count, plural, one {# Webhook ist fehlerhaft} other {# Webhooks sind fehlerhaft}}',
    NO_SLA:
      '{count, plural, one {Keine SLA-Richtlinie ist eingeschaltet} other {Keine SLA-Richtlinie ist eingeschaltet}}',
  },
  means: {
    NO_CODE: 'Besucher können dort nichts melden.',
    LOST_CODE: 'Wer sie scannt, findet nichts. Verknüpfen oder ersetzen Sie sie.',
    NO_RULE: 'Melden Besucher sie, entsteht keine Aufgabe und niemand wird benachrichtigt.',
    NO_ROUTE: 'Keine Regel, keine Firma und niemand aus der Technik ist zuständig.',
    OFF_DUTY: 'In den nächsten sieben Tagen, obwohl der Wochenplan jemanden vorsieht.',
    NO_SKILL: 'Sie werden für Aufgaben, die eine verlangen, nicht vorgeschlagen.',
    CERTIFICATE: 'Er ist abgelaufen oder läuft innerhalb von 30 Tagen ab.',
    NO_LANGUAGE: 'Die Sprache wird bei der Zuweisung nicht berücksichtigt.',
    NO_CONTACT: 'Es gibt weder ein Konto noch eine E-Mail-Adresse.',
    INVITED: 'Sie wurden eingeladen, haben sich aber noch nicht angemeldet.',
    MAIL_ONLY: 'Auf keinem ihrer Geräte sind Benachrichtigungen an. Sie können sie in ihrer App einschalten.',
    NO_HOURS: 'Es gelten die voreingestellten Zeiten; SLA-Zeiten können falsch sein.',
    NO_HOLIDAYS: 'SLA-Zeiten laufen auch an Feiertagen.',
    NO_TIME_ZONE: 'Sie ist voreingestellt; Zeiten und Tage können falsch sein.',
    MAIL: 'E-Mails können als Spam enden. Geprüft werden SPF, DKIM und DMARC.',
    WEBHOOK: 'Andere Systeme erhalten nichts.',
    NO_SLA: 'Aufgaben haben keine vereinbarten Zeiten.',
  },
  acts: {
    NO_CODE: 'Für jede einen Code anlegen',
    INVITED: 'Alle erneut einladen',
  },
  actNow: '{act}: {count, plural, one {# wird} other {# werden}} sofort geändert.',
  done: '{count, plural, one {# erledigt.} other {# erledigt.}}',
} satisfies Texts<typeof en>
