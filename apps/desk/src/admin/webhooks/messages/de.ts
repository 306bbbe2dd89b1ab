import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  webhooks: {
    name: 'Webhooks',
    about: 'Adressen anderer Systeme, denen gesagt wird, was hier geschieht.',
  },
  webhook: {
    name: 'Webhook',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  failing: 'Schlägt fehl',
  events: {
    'feedback.created': 'Ein Besucher hat eine Rückmeldung gegeben',
    'feedback.merged': 'Eine Rückmeldung kam zu einer Aufgabe, die schon offen ist',
    'feedback.handled': 'Das Team hat eine Rückmeldung beschriftet, erledigt oder beantwortet',
    'feedback.visitor_confirmed': 'Ein Besucher sagt, dass es behoben ist',
    'feedback.visitor_rejected':
      'Ein Besucher sagt, dass es nicht behoben ist; die Aufgaben dazu sind wieder offen',
    'status.reported': 'Ein Besucher hat auf einer Statusseite etwas gemeldet',
    'status.changed': 'Ein Zustand hat sich geändert oder was dazu gemeldet ist',
    'task.created': 'Eine Aufgabe wurde geöffnet',
    'task.assigned': 'Eine Aufgabe ging an jemanden oder zurück an alle',
    'task.status_changed': 'Eine Aufgabe wurde begonnen, erledigt oder zurückgelegt',
    'task.blocked': 'Eine Aufgabe wurde angehalten oder geht weiter',
    'task.updated':
      'Priorität, Termin, Texte, Labels oder Checkliste einer Aufgabe haben sich geändert, oder sie wurde zusammengeführt',
    'task.reopened': 'Eine erledigte Aufgabe ist wieder offen',
    'task.deleted': 'Eine Aufgabe wurde gelöscht; gesagt wird nur ihre Kennung',
    'task.escalated': 'Eine Eskalationsregel hat bei einer Aufgabe gegriffen',
    'task.note_added': 'Jemand vom Team hat eine Notiz geschrieben',
    'sla.at_risk': 'Drei Viertel einer Frist sind verbraucht',
    'sla.breached': 'Eine Frist ist abgelaufen',
    'operator.certification_expiring': 'Ein Nachweis endet in 30 Tagen',
    'amenity.created': 'Eine Einrichtung wurde angelegt',
    'amenity.updated': 'Eine Einrichtung wurde geändert',
    'amenity.deleted': 'Eine Einrichtung wurde gelöscht oder archiviert',
    'export.ready': 'Ein Datenexport kann geladen werden',
    'webhook.test': 'Jemand hat um einen Test dieses Webhooks gebeten',
  },
  nouns: {
    feedback: 'Rückmeldungen',
    status: 'Zustände',
    task: 'Aufgaben',
    sla: 'SLA',
    operator: 'Einsatzkräfte',
    amenity: 'Einrichtungen',
    export: 'Exporte',
    webhook: 'Webhooks',
  },
  help: 'Jedes Ereignis, das Sie wählen, geht an eine Adresse, sobald es geschieht: signiert, und erneut, bis es angenommen ist.',
  noneTitle: 'Noch keine Webhooks',
  noneHelp:
    'Ein Webhook sagt einem anderen System einen Augenblick später, was hier geschieht: einer Gebäudeleittechnik neue Aufgaben, einem Chat abgelaufene Fristen, einem Skript alles.',
  full: 'Alle Webhooks Ihres Tarifs sind vergeben. Löschen Sie einen, oder wählen Sie einen größeren Tarif.',
  create: 'Webhook anlegen',
  address: 'Adresse',
  eventsHeard: 'Ereignisse',
  eventCount: '{count, plural, one {# Ereignis} other {# Ereignisse}}',
  allEvents: 'Alle Ereignisse',
  firstOf: '{first}, und {more, plural, one {# weiteres} other {# weitere}}',
  health: 'Befinden',
  lastSuccess: 'Zuletzt zugestellt',
  never: 'Nie',
  test: 'Test senden',
  delete: 'Löschen',
  deleteTitle: 'Webhook an {host} löschen',
  deleteHelp:
    'An {address} wird nichts mehr gesendet, auch nicht, was wartet, und das Protokoll dazu wird gelöscht. Das lässt sich nicht rückgängig machen.',
  deleted: 'Der Webhook an {host} ist gelöscht.',
  standing: {
    HEALTHY: 'In Ordnung',
    FRESH: 'Noch nichts gesendet',
    FAILING: 'Schlägt fehl',
    PAUSED: 'Angehalten',
    GONE: 'Nicht mehr da',
    OFF: 'Abgeschaltet',
  },
  firstFailure: 'Erster Fehlschlag {ago}',
  state: 'Zustand',
  meaning: {
    HEALTHY: 'Die letzte Zustellung wurde angenommen.',
    FRESH: 'Dorthin wurde noch nichts gesendet. Ein Test zeigt, ob der Empfänger antwortet.',
    FAILING:
      'Der letzte Versuch ist fehlgeschlagen. Jede Zustellung wird über drei Tage zehnmal versucht. Nach fünf Tagen ohne Erfolg wird der Webhook abgeschaltet.',
    PAUSED:
      'Jemand vom Team hat ihn angehalten. Was da wartete, wird nach dem Einschalten gesendet; was inzwischen geschieht, wird nicht für ihn aufgehoben.',
    GONE: 'Der Empfänger hat geantwortet, dass es ihn nicht mehr gibt (410), darum wurde er abgeschaltet. Schalten Sie ihn ein, wenn es den Empfänger wieder gibt, und senden Sie dann erneut, was fehlgeschlagen ist.',
    OFF: 'Fünf Tage lang wurde keine Zustellung angenommen, darum wurde er abgeschaltet. Bringen Sie den Empfänger in Ordnung, schalten Sie ihn ein, und senden Sie dann erneut, was fehlgeschlagen ist.',
  },
  editTitle: 'Webhook bearbeiten',
  urlHelp: 'Sie beginnt mit https:// und ist aus dem Internet erreichbar.',
  urlNeeded: 'Ein Webhook braucht eine Adresse.',
  urlRefused:
    'Diese Adresse kann nicht aufgerufen werden. Sie beginnt mit https://, enthält keinen Benutzernamen, hat Port 443, 8443 oder einen über 1023 und ist aus dem Internet erreichbar.',
  description: 'Beschreibung',
  descriptionHelp: 'Was dort empfängt, zum Beispiel „Gebäudeleittechnik“.',
  enabled: 'Ereignisse dorthin senden',
  eventsNeeded: 'Wählen Sie mindestens ein Ereignis.',
  all: 'Alle',
  allHelp:
    'Die, die es heute gibt. Ereignisse, die mit einer späteren Version kommen, werden hier dazugewählt.',
  sample: 'Beispiel',
  sampleOf: 'Beispiel: {event}',
  noSample: 'Das Beispiel konnte nicht geladen werden. Schließen Sie es, und öffnen Sie es noch einmal.',
  secretTitle: 'Das Geheimnis des Webhooks an {host}',
  secretHelp:
    'Es wird nur jetzt gezeigt. Mit ihm weiß der Empfänger, dass ein Aufruf von hier kommt. Legen Sie es dorthin, wo Geheimnisse verwahrt werden, nicht in eine Mail.',
  copySecret: 'Geheimnis kopieren',
  saved: 'Ich habe es verwahrt',
  notYet:
    'Das Geheimnis kann nicht noch einmal gezeigt werden. Verwahren Sie es erst, und sagen Sie es dann unten.',
  verify: 'So wird geprüft',
  verifyHelp:
    'Jeder Aufruf ist nach dem Verfahren „Standard Webhooks“ signiert, eine Bibliothek prüft ihn also. Sie braucht das Geheimnis, die Kopfzeilen und den Inhalt so, wie er kam, bevor ihn etwas zerlegt.',
  verifyWith: {
    node: 'Node',
    python: 'Python',
  },
  verifyByHand:
    'Von Hand: Das Geheimnis ohne whsec_ ist in Base64. Die Signatur ist HMAC-SHA-256 über webhook-id, einen Punkt, webhook-timestamp, einen Punkt und den Inhalt, in Base64 nach „v1,“. Die Kopfzeile kann mehrere enthalten, mit Leerzeichen dazwischen; eine, die passt, genügt. Weisen Sie eine Zeit ab, die mehr als fünf Minuten abweicht.',
  verifyOnce:
    'Behalten Sie die webhook-id dessen, was erledigt ist: Alle Versuche einer Zustellung haben dieselbe, so wird nur einmal getan, was zweimal kommt.',
  copyCode: 'Code kopieren',
  copyCodeOf: 'Code kopieren: {language}',
  testTitle: 'Webhook an {host} testen',
  testHelp:
    'Sendet jetzt das Ereignis webhook.test an {address} und zeigt, was zurückkommt. Es wird einmal versucht, auch während der Webhook aus ist.',
  testAgain: 'Noch einen Test senden',
  busy: 'In diesem Augenblick wird anderes dorthin gesendet, oder er wurde abgeschaltet. Es wurde nichts gesendet; versuchen Sie es gleich noch einmal.',
  taken: 'Angenommen',
  notTaken: 'Nicht angenommen',
  answered: 'Antwort {status}',
  noAnswer: 'Keine Antwort',
  took: 'nach {ms} ms',
  answer: 'Antwort',
  emptyAnswer: 'Die Antwort war leer.',
  answers: {
    redirect:
      'Er leitet weiter, und Weiterleitungen wird nicht gefolgt. Tragen Sie die Adresse ein, zu der er führt.',
    refused:
      'Der Empfänger hat den Aufruf abgewiesen. Sehen Sie nach, ob er das richtige Geheimnis hat und sonst nichts verlangt, etwa eine Anmeldung.',
    missing: 'An dieser Adresse ist nichts. Prüfen Sie den Pfad.',
    gone: 'Der Empfänger sagt, dass es ihn nicht mehr gibt, darum wurde der Webhook abgeschaltet.',
    busy: 'Der Empfänger bittet um weniger Aufrufe. Der nächste Versuch wartet so lange, wie er bittet, höchstens einen Tag.',
    broken: 'Beim Empfänger ist etwas fehlgeschlagen. Sein eigenes Protokoll sagt, warum.',
    other: 'Nur eine Antwort von 200 bis 299 heißt, dass es angenommen ist.',
  },
  faults: {
    BLOCKED:
      'Die Adresse führt in ein privates Netz, darum wurde sie nicht aufgerufen. Tragen Sie eine ein, die aus dem Internet erreichbar ist.',
    TIMEOUT:
      'In 15 Sekunden kam keine vollständige Antwort. Der Empfänger soll sofort antworten und die Arbeit danach tun.',
    TLS: 'Das Zertifikat des Empfängers ist nicht gut. Sehen Sie nach, ob es abgelaufen ist, einen anderen Namen hat oder ihm die Kette fehlt.',
    UNREACHABLE:
      'Es kam keine Verbindung zustande. Sehen Sie nach, ob der Name stimmt, der Empfänger läuft und keine Firewall dazwischen ist.',
    GONE_RECORD:
      'Das Ereignis und das, worum es ging, gibt es nicht mehr, darum war nichts zu senden. Es ist nichts zu tun.',
    PLAN: 'Ihr Tarif enthält keine Webhooks, darum wurde es nicht gesendet. Mit einem Tarif, der sie enthält, kann es erneut gesendet werden.',
    NO_SECRET:
      'Sein Geheimnis ist nicht mehr lesbar, und ohne Signatur wird nichts gesendet. Erstellen Sie ein neues Geheimnis.',
  },
  pause: 'Anhalten',
  enable: 'Einschalten',
  rotate: 'Neues Geheimnis',
  rotateTitle: 'Ein neues Geheimnis für {host}',
  rotateHelp:
    'Für 24 Stunden signieren beide Geheimnisse jeden Aufruf, so wird nichts abgewiesen, während Sie den Empfänger umstellen. Danach signiert nur das neue.',
  secret: 'Geheimnis',
  bothSign: 'Das Geheimnis davor signiert noch mit bis {time}.',
  lastDay: 'Letzte 24 Stunden',
  ofLastDay: '{delivered} von {all} zugestellt',
  failedOfDay: '{count, plural, one {# fehlgeschlagen} other {# fehlgeschlagen}}',
  nothingOfDay: 'Es wurde nichts gesendet',
  waiting: 'Wartet',
  waitingCount: '{count, plural, one {# Zustellung} other {# Zustellungen}}',
  lastTry: 'Letzter Versuch',
  sendSince: 'Fehlgeschlagenes erneut senden',
  sendSinceTitle: 'Erneut senden, was fehlgeschlagen ist',
  sendSinceHelp:
    'Jede Zustellung, die seitdem fehlgeschlagen ist, geht mit ihrer eigenen Kennung noch einmal hinaus, höchstens 10.000, die ältesten zuerst. Tests bleiben aus.',
  since: 'Seit',
  sinceNeeded: 'Geben Sie an, seit wann.',
  sinceTooLong: 'Das Protokoll reicht 30 Tage zurück.',
  queued:
    '{count, plural, =0 {Seitdem ist nichts fehlgeschlagen.} one {# Zustellung ist unterwegs.} other {# Zustellungen sind unterwegs.}}',
  log: 'Zustellungen',
  refresh: 'Neu laden',
  logSearch: 'Kennung suchen',
  anyTime: 'Die letzten 30 Tage',
  event: 'Ereignis',
  states: {
    PENDING: 'Wartet',
    DELIVERED: 'Zugestellt',
    FAILED: 'Fehlgeschlagen',
  },
  nothingSentTitle: 'Es wurde noch nichts gesendet',
  nothingSentHelp:
    'Jedes Ereignis für diesen Webhook steht hier 30 Tage lang, mit jedem Versuch und dem, was zurückkam.',
  tries: '{count, plural, =0 {noch nicht versucht} one {# Versuch} other {# Versuche}}',
  tryNumber: 'Versuch {number}',
  triesOf: 'Versuche',
  nextTry: 'Nächster Versuch {time}',
  waitsForOn: 'Es wird gesendet, wenn der Webhook eingeschaltet ist.',
  sendAgain: 'Erneut senden',
  sendAgainOf: 'Erneut senden: {event}, {time}',
  payload: 'Was gesendet wird',
  copyPayload: 'Kopieren, was gesendet wird',
  noPayload: 'Es wird beim ersten Versuch zusammengestellt.',
  deliveryId: 'Zustellung',
  eventId: 'Ereignis, webhook-id',
} satisfies Texts<typeof en>
