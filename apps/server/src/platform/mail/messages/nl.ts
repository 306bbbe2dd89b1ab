import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  priority: 'Prioriteit',
  task: 'Taak',
  where: 'Plaats',
  due: 'Klaar voor',
  priorities: {
    LOW: 'Laag',
    MEDIUM: 'Normaal',
    HIGH: 'Hoog',
    URGENT: 'Dringend',
  },
  wellkept:
    'Met Wellkept zorgen teams voor gebouwen: bezoekers scannen een code, melden een probleem, en het team lost het op.',
  sampleRoom: 'Toilet 2.14',
  sampleBuilding: 'Hoofdbibliotheek',
  sample: 'Voorbeeld: {subject}',
  sampleTitle: 'Een e-mail van Wellkept',
  sampleFooter: 'Zo zien e-mails eruit.',
} satisfies Texts<typeof en>
