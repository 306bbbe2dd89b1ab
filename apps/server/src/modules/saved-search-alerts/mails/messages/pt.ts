import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: '{count, plural, one {Novo} other {# novos}} em «{name}»',
  subjectOfMore: '{count, plural, one {# novo resultado} other {# novos resultados}} nas suas vistas',
  heading: 'Novos resultados nas suas vistas guardadas',
  view: 'Na sua vista «{name}»:',
  feedback: 'Opinião',
  rated: '{rating} de 5',
  more: 'E mais {n}: estão todos na vista.',
  open: 'Abrir a vista',
  end: 'Gerir os seus alertas',
  footer: 'Recebe este e-mail porque criou um alerta para esta vista.',
  sampleRatings: 'Más avaliações na biblioteca',
  sampleUrgent: 'Trabalho urgente',
} satisfies Texts<typeof en>
