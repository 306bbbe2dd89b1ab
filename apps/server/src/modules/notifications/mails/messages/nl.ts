import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  openTask: 'Taak openen',
  assigned: {
    subject: 'Taak voor u: {title}',
    heading: 'Een taak voor u',
    footer:
      'U krijgt deze e-mail omdat de taak aan u is toegewezen. In uw profiel kiest u waarover u e-mails krijgt.',
  },
  fresh: {
    subject: 'Nieuwe taak: {title}',
    urgent: 'Dringend: {title}',
    heading: 'Een taak van niemand',
    footer: 'U krijgt deze e-mail omdat u voor dit gebouw zorgt.',
  },
  reopened: {
    subject: 'Niet opgelost: {title}',
    heading: 'Volgens een bezoeker niet opgelost',
    text: 'De taak is weer open.',
    footer:
      'U krijgt deze e-mail omdat de taak aan u of aan niemand is toegewezen. In uw profiel kiest u waarover u e-mails krijgt.',
  },
  resumed: {
    subject: 'U kunt verder: {title}',
    heading: 'Een taak wacht niet meer',
    text: 'Het wachten is voorbij. Kan het werk nog niet doorgaan, zet de taak dan opnieuw op wachten.',
    footer:
      'U krijgt deze e-mail omdat de taak aan u of aan niemand is toegewezen. In uw profiel kiest u waarover u e-mails krijgt.',
  },
  told: {
    subject: 'Nieuws over uw taak: {title}',
    heading: 'Een collega heeft over uw taak geschreven',
    text: 'Wie deze taak eerder had, heeft een notitie toegevoegd. Open de taak om die te lezen.',
  },
  withdrawn: {
    subject: 'Niet meer van u: {title}',
    heading: 'Een taak is niet meer aan u toegewezen',
    to: 'De taak is nu toegewezen aan {who}.',
    free: 'De taak is nu aan niemand toegewezen.',
  },
  unheard: {
    subject: 'Niemand kon worden bereikt: {title}',
    heading: 'Niemand kon over een taak worden bericht',
    text: 'Ze is toegewezen aan {who}, waar niemand een account heeft. Neem zelf contact op, of wijs de taak aan een persoon toe: wie een e-mailadres maar geen account heeft, krijgt een link per e-mail.',
    footer: 'U krijgt deze e-mail omdat u dit team leidt. In uw profiel kiest u waarover u e-mails krijgt.',
  },
  urgent: {
    subject: 'Dringend: {title}',
    heading: 'Een dringende taak',
    since: 'Sinds',
    assignee: 'Toegewezen aan',
    nobody: 'Niet toegewezen',
    footer: 'U krijgt deze e-mail omdat u dit team leidt. In uw profiel kiest u waarover u e-mails krijgt.',
  },
  news: {
    subject: '{count, plural, one {# taak} other {# taken}}: {first} en nog {more}',
    heading: '{count, plural, one {# taak vraagt uw aandacht} other {# taken vragen uw aandacht}}',
    news: 'Nieuw',
    kinds: {
      'task-reopened': 'Volgens een bezoeker niet opgelost',
      'task-unheard': 'Niemand kon worden bereikt',
      'urgent-task': 'Dringend',
      'task-assigned': 'Aan u toegewezen',
      'task-told': 'Een collega heeft geschreven',
      'task-resumed': 'Wacht niet meer',
      'task-withdrawn': 'Niet meer van u',
      'task-new': 'Nieuw en niet toegewezen',
    },
    more: 'En nog {more}: ze staan allemaal in uw lijst.',
    button: 'Lijst openen',
    footer:
      'U krijgt deze e-mail omdat deze taken aan u of aan niemand zijn toegewezen. In uw profiel kiest u waarover u e-mails krijgt.',
  },
  sampleAssignee: 'Helder Schoonmaak',
  sampleWords: 'Het druppelt nog.\nNu links.',
} satisfies Texts<typeof en>
