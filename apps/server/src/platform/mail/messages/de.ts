import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  priority: 'Priorität',
  task: 'Aufgabe',
  where: 'Ort',
  due: 'Fällig',
  priorities: {
    LOW: 'Niedrig',
    MEDIUM: 'Mittel',
    HIGH: 'Hoch',
    URGENT: 'Dringend',
  },
  wellkept:
    'Mit Wellkept betreuen Teams Gebäude: Besucher scannen einen Code, melden ein Problem, und das Team behebt es.',
  sampleRoom: 'Toilette 2.14',
  sampleBuilding: 'Hauptbibliothek',
  sample: 'Muster: {subject}',
  sampleTitle: 'Eine E-Mail von Wellkept',
  sampleFooter: 'So sehen E-Mails aus.',
} satisfies Texts<typeof en>
