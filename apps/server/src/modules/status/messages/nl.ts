import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  changed: {
    states: {
      OPERATIONAL: 'In orde',
      DEGRADED: 'Bekend probleem',
      MAINTENANCE: 'Wordt hersteld',
      OUT_OF_ORDER: 'Buiten gebruik',
    },
    heading: 'De status is veranderd',
    item: 'Wat',
    state: 'Toestand',
    until: 'Verwacht tot',
    button: 'Statuspagina openen',
    footer: 'U krijgt deze e-mail omdat u om nieuws over de status van deze plek hebt gevraagd.',
    stop: 'Geen e-mails meer over de status',
    sampleItem: 'Warm water',
    sampleNote: 'De boiler wordt vervangen.',
  },
  confirm: {
    subject: 'Bevestig alstublieft: e-mails over de status van {room}',
    heading: 'Wilt u nieuws over de status per e-mail?',
    lead: 'Als u bevestigt, schrijven we u wanneer de status van deze plek verandert.',
    button: 'Bevestigen',
    footer:
      'Iemand heeft dit adres op een statuspagina ingevuld. Was u dat niet, dan hoeft u niets te doen: u krijgt geen e-mails meer.',
  },
  page: {
    title: 'E-mails van Wellkept',
    ask: 'Wilt u een e-mail wanneer de status van {place} verandert?',
    reads: 'U krijgt een e-mail wanneer de status van {place} verandert.',
    askReport: 'Wilt u nieuws over uw melding per e-mail?',
    report: 'U krijgt nieuws over uw melding per e-mail.',
    digest: 'U krijgt elke ochtend een e-mail over wat er de dag ervoor is veranderd.',
    ended: 'U krijgt geen e-mails van ons.',
    unknown: 'Deze link is niet geldig. Misschien heeft uw e-mailprogramma hem afgekapt.',
    later: 'Dit lukt nu niet. Probeer het over een paar minuten opnieuw.',
    confirm: 'Ja, stuur mij e-mails',
    decline: 'Nee',
    stop: 'Geen e-mails meer',
    status: 'Statuspagina openen',
  },
} satisfies Texts<typeof en>
