import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  priority: 'Priorité',
  task: 'Tâche',
  where: 'Lieu',
  due: 'Échéance',
  priorities: {
    LOW: 'Basse',
    MEDIUM: 'Moyenne',
    HIGH: 'Haute',
    URGENT: 'Urgente',
  },
  wellkept:
    'Avec Wellkept, des équipes prennent soin des bâtiments : les visiteurs scannent un code, signalent un problème, et l’équipe le résout.',
  sampleRoom: 'Toilettes 2.14',
  sampleBuilding: 'Bibliothèque centrale',
  sample: 'Exemple : {subject}',
  sampleTitle: 'Un e-mail de Wellkept',
  sampleFooter: 'Voici à quoi ressemblent les e-mails.',
} satisfies Texts<typeof en>
