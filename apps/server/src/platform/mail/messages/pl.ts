import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  priority: 'Priorytet',
  task: 'Zadanie',
  where: 'Miejsce',
  due: 'Termin',
  priorities: {
    LOW: 'Niski',
    MEDIUM: 'Średni',
    HIGH: 'Wysoki',
    URGENT: 'Pilny',
  },
  wellkept:
    'Z Wellkept zespoły dbają o budynki: odwiedzający skanują kod i zgłaszają problem, a zespół go rozwiązuje.',
  sampleRoom: 'Toaleta 2.14',
  sampleBuilding: 'Biblioteka główna',
  sample: 'Przykład: {subject}',
  sampleTitle: 'E-mail od Wellkept',
  sampleFooter: 'Tak wyglądają e-maile.',
} satisfies Texts<typeof en>
