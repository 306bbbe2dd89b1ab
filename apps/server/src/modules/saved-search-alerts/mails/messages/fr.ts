import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: '{count, plural, one {Nouveau} other {# nouveaux}} dans « {name} »',
  subjectOfMore: '{count, plural, one {# nouveau résultat} other {# nouveaux résultats}} dans vos vues',
  heading: 'Nouveaux résultats dans vos vues enregistrées',
  view: 'Dans votre vue « {name} » :',
  feedback: 'Avis',
  rated: '{rating} sur 5',
  more: 'Et {n} de plus : tous sont dans la vue.',
  open: 'Ouvrir la vue',
  end: 'Gérer vos alertes',
  footer: 'Vous recevez cet e-mail parce que vous avez créé une alerte pour cette vue.',
  sampleRatings: 'Mauvaises notes à la bibliothèque',
  sampleUrgent: 'Travail urgent',
} satisfies Texts<typeof en>
