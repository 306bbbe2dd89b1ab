import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: '{count, plural, one {Nuevo} other {# nuevos}} en «{name}»',
  subjectOfMore: '{count, plural, one {# resultado nuevo} other {# resultados nuevos}} en sus vistas',
  heading: 'Resultados nuevos en sus vistas guardadas',
  view: 'En su vista «{name}»:',
  feedback: 'Opinión',
  rated: '{rating} de 5',
  more: 'Y {n} más: todos están en la vista.',
  open: 'Abrir la vista',
  end: 'Gestionar sus alertas',
  footer: 'Recibe este correo porque creó una alerta para esta vista.',
  sampleRatings: 'Malas valoraciones en la biblioteca',
  sampleUrgent: 'Trabajo urgente',
} satisfies Texts<typeof en>
