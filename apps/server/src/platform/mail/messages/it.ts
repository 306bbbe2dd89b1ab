import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  priority: 'Priorità',
  task: 'Compito',
  where: 'Luogo',
  due: 'Scadenza',
  priorities: {
    LOW: 'Bassa',
    MEDIUM: 'Media',
    HIGH: 'Alta',
    URGENT: 'Urgente',
  },
  wellkept:
    'Con Wellkept i team si prendono cura degli edifici: i visitatori inquadrano un codice, segnalano un problema, e il team lo risolve.',
  sampleRoom: 'Bagno 2.14',
  sampleBuilding: 'Biblioteca centrale',
  sample: 'Esempio: {subject}',
  sampleTitle: 'Un’e-mail da Wellkept',
  sampleFooter: 'Ecco come appaiono le e-mail.',
} satisfies Texts<typeof en>
