import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  reported: 'Signalé',
  by: '{count, plural, one {par # personne} other {par # personnes}}',
  organisation: 'Pour',
  address: 'Adresse',
  access: 'Accès',
  hazard: 'Dangers',
  what: 'À faire',
  call: 'Interlocuteur',
  ended: {
    subject: 'Ne vous est plus confiée : {title}',
    heading: 'Une tâche ne vous est plus confiée',
    text: 'Quelqu’un d’autre s’en occupe, ou elle a été retirée. Vous n’avez plus rien à faire, et le lien ne fonctionne plus.',
    footer: 'Vous recevez cet e-mail parce que la tâche vous avait été confiée.',
  },
  one: {
    subject: 'Tâche pour vous : {title}',
    resumed: 'À reprendre : {title}',
    heading: 'Une tâche pour vous',
    headingResumed: 'Une de vos tâches n’est plus en attente',
    headingReopened: 'Une de vos tâches est de nouveau ouverte',
    how: 'Le lien ouvre cette tâche : commencez-la, ajoutez des notes et des photos, et marquez-la comme terminée. Vous n’avez pas besoin de compte. Le lien est valable 14 jours, jusqu’à ce que la tâche soit terminée ou attribuée à quelqu’un d’autre. Merci de ne pas le partager.',
    button: 'Ouvrir la tâche',
    footer: 'Vous recevez cet e-mail parce que la tâche vous a été attribuée.',
  },
  several: {
    subject:
      '{count, plural, one {# tâche pour vous} other {# tâches pour vous}} : {first} et {more} de plus',
    heading: '{count, plural, one {# tâche pour vous} other {# tâches pour vous}}',
    how: 'Chaque lien ouvre une tâche : commencez-la, ajoutez des notes et des photos, et marquez-la comme terminée. Vous n’avez pas besoin de compte. Le lien est valable 14 jours, jusqu’à ce que la tâche soit terminée ou attribuée à quelqu’un d’autre. Merci de ne pas le partager.',
    open: 'Ouvrir la tâche n° {number}',
    news: 'Nouveau',
    reopened: 'De nouveau ouverte',
    resumed: 'N’est plus en attente',
    footer: 'Vous recevez cet e-mail parce que ces tâches vous ont été attribuées.',
  },
} satisfies Texts<typeof en>
