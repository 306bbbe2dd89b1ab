import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  slack: { name: 'Slack', about: 'Aufgaben in Slack zeigen, übernehmen und erledigen.' },
} satisfies Texts<typeof englishPlaces>

export default {
  help: 'Neue und verspätete Aufgaben stehen als Nachrichten in Ihren Kanälen. Verbundene Mitglieder übernehmen und erledigen sie dort, und Antworten werden Notizen.',
  notConfigured:
    'Dieser Dienst hat keine App bei Slack. Wer ihn betreibt, legt sie mit npx wellkept slack-manifest an und setzt SLACK_CLIENT_ID, SLACK_CLIENT_SECRET und SLACK_SIGNING_SECRET.',
  connect: 'Slack verbinden',
  reconnect: 'Neu verbinden',
  disconnect: 'Trennen',
  disconnectTitle: 'Slack trennen?',
  disconnectHelp:
    'Kanäle und Verbindungen der Mitglieder werden vergessen. Nachrichten, die in Slack stehen, bleiben dort.',
  state: 'Zustand',
  states: {
    NONE: 'Nicht verbunden',
    PENDING: 'Wartet auf Slack',
    CONNECTED: 'Verbunden',
    BROKEN: 'Slack verweigert den Zugang',
    REMOVED: 'Getrennt',
  },
  workspace: 'Workspace',
  connectedBy: 'Verbunden von',
  lastOk: 'Zuletzt angenommen',
  fault: 'Antwort von Slack',
  back: {
    denied: 'Die Installation wurde in Slack abgebrochen.',
    failed: 'Slack hat die Installation nicht abgeschlossen. Versuchen Sie es noch einmal.',
    taken: 'Dieser Workspace ist mit einer anderen Organisation verbunden.',
    org: 'Die App kann nur für einen Workspace installiert werden, nicht für eine ganze Slack-Organisation.',
  },
  routes: 'Kanäle',
  noRoutes: 'Noch wird nichts gesendet. Wählen Sie einen Kanal und was er erfährt.',
  newRoute: 'Kanal hinzufügen',
  editRoute: 'Kanal bearbeiten',
  channel: 'Kanal',
  channelHelp: 'Private Kanäle erscheinen, wenn die App dort eingeladen wurde.',
  channelNeeded: 'Wählen Sie einen Kanal.',
  nameNeeded: 'Geben Sie einen Namen ein.',
  events: 'Ereignisse',
  eventsNeeded: 'Wählen Sie mindestens ein Ereignis.',
  eventNames: {
    'task.created': 'Neue Aufgabe',
    'task.escalated': 'Aufgabe eskaliert',
    'sla.at_risk': 'Zeit läuft ab',
    'sla.breached': 'Aufgabe verspätet',
    'status.changed': 'Zustand eines Orts geändert',
    'feedback.visitor_rejected': 'Laut Besucher nicht behoben',
    'scout.finding_created': 'Befund eines Scouts',
    'scout.round_submitted': 'Rundgang abgegeben',
  },
  where: 'Wo',
  minPriority: 'Ab Priorität',
  anyPriority: 'Alle',
  test: 'Testnachricht senden',
  testOf: 'Testnachricht an {channel} senden',
  testSent: 'Die Testnachricht steht in {channel}.',
  testFailed: 'Slack hat sie nicht angenommen: {code}',
  people: 'Verbundene Mitglieder',
  noPeople: 'Noch hat kein Mitglied sein Slack-Konto verbunden; das geht im eigenen Profil.',
  linked: 'Verbunden seit',
} satisfies Texts<typeof en>
