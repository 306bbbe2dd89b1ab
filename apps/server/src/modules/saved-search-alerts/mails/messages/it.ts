import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: '{count, plural, one {Nuovo} other {# nuovi}} in «{name}»',
  subjectOfMore: '{count, plural, one {# nuovo risultato} other {# nuovi risultati}} nelle Sue viste',
  heading: 'Nuovi risultati nelle Sue viste salvate',
  view: 'Nella Sua vista «{name}»:',
  feedback: 'Riscontro',
  rated: '{rating} su 5',
  more: 'E altri {n}: sono tutti nella vista.',
  open: 'Apri la vista',
  end: 'Gestisci gli avvisi',
  footer: 'Riceve questa e-mail perché ha creato un avviso per questa vista.',
  sampleRatings: 'Valutazioni basse in biblioteca',
  sampleUrgent: 'Lavoro urgente',
} satisfies Texts<typeof en>
