import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  changed: {
    states: {
      OPERATIONAL: 'In Ordnung',
      DEGRADED: 'Bekannte Störung',
      MAINTENANCE: 'Wird behoben',
      OUT_OF_ORDER: 'Außer Betrieb',
    },
    heading: 'Der Status hat sich geändert',
    item: 'Was',
    state: 'Status',
    until: 'Voraussichtlich bis',
    button: 'Statusseite öffnen',
    footer: 'Sie erhalten diese E-Mail, weil Sie Neuigkeiten zum Status dieses Ortes angefordert haben.',
    stop: 'Keine Status-E-Mails mehr',
    sampleItem: 'Warmwasser',
    sampleNote: 'Der Boiler wird getauscht.',
  },
  confirm: {
    subject: 'Bitte bestätigen: Status-E-Mails zu {room}',
    heading: 'Möchten Sie Statusmeldungen per E-Mail?',
    lead: 'Wenn Sie bestätigen, schreiben wir Ihnen, wenn sich der Status dieses Ortes ändert.',
    button: 'Bestätigen',
    footer:
      'Jemand hat diese Adresse auf einer Statusseite eingetragen. Waren Sie das nicht, müssen Sie nichts tun: Sie erhalten keine weiteren E-Mails.',
  },
  page: {
    title: 'E-Mails von Wellkept',
    ask: 'Möchten Sie eine E-Mail, wenn sich der Status von {place} ändert?',
    reads: 'Sie erhalten eine E-Mail, wenn sich der Status von {place} ändert.',
    askReport: 'Möchten Sie Neuigkeiten zu Ihrer Meldung per E-Mail?',
    report: 'Sie erhalten Neuigkeiten zu Ihrer Meldung per E-Mail.',
    digest: 'Sie erhalten jeden Morgen eine E-Mail dazu, was sich am Vortag geändert hat.',
    ended: 'Sie erhalten keine E-Mails von uns.',
    unknown: 'Dieser Link ist ungültig. Vielleicht hat das E-Mail-Programm ihn abgeschnitten.',
    later: 'Das geht gerade nicht. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    confirm: 'Ja, E-Mails senden',
    decline: 'Nein',
    stop: 'Keine E-Mails mehr',
    status: 'Statusseite öffnen',
  },
} satisfies Texts<typeof en>
