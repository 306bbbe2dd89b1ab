import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'Escalade : {title}',
  heading: 'Le délai d’une tâche arrive à son terme',
  rule: 'Règle',
  when: 'Quand',
  since: 'Depuis',
  assignee: 'Attribuée à',
  nobody: 'Non attribuée',
  button: 'Ouvrir la tâche',
  footer:
    'Vous recevez cet e-mail à cause d’une règle d’escalade de votre équipe. Dans votre profil, vous choisissez sur quoi vous recevez des e-mails.',
  sampleRule: 'En retard',
  atPercent:
    'à {percent} % {clock, select, RESPOND {du délai pour commencer} RESOLVE {du délai pour terminer} other {du temps jusqu’à l’échéance}}',
  atEnd:
    'à la fin {clock, select, RESPOND {du délai pour commencer} RESOLVE {du délai pour terminer} other {du temps jusqu’à l’échéance}}',
  after:
    '{time} après la fin {clock, select, RESPOND {du délai pour commencer} RESOLVE {du délai pour terminer} other {du temps jusqu’à l’échéance}}',
} satisfies Texts<typeof en>
