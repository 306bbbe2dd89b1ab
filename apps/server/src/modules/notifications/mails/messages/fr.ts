import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  openTask: 'Ouvrir la tâche',
  assigned: {
    subject: 'Tâche pour vous : {title}',
    heading: 'Une tâche pour vous',
    footer:
      'Vous recevez cet e-mail parce que la tâche vous a été attribuée. Dans votre profil, vous choisissez sur quoi vous recevez des e-mails.',
  },
  fresh: {
    subject: 'Nouvelle tâche : {title}',
    urgent: 'Urgent : {title}',
    heading: 'Une tâche non attribuée',
    footer: 'Vous recevez cet e-mail parce que vous vous occupez de ce bâtiment.',
  },
  reopened: {
    subject: 'Non résolu : {title}',
    heading: 'Un visiteur dit que ce n’est pas résolu',
    text: 'La tâche est de nouveau ouverte.',
    footer:
      'Vous recevez cet e-mail parce que la tâche vous est attribuée ou n’est attribuée à personne. Dans votre profil, vous choisissez sur quoi vous recevez des e-mails.',
  },
  resumed: {
    subject: 'À reprendre : {title}',
    heading: 'Une tâche n’est plus en attente',
    text: 'L’attente est terminée. Si quelque chose empêche encore le travail, remettez la tâche en attente.',
    footer:
      'Vous recevez cet e-mail parce que la tâche vous est attribuée ou n’est attribuée à personne. Dans votre profil, vous choisissez sur quoi vous recevez des e-mails.',
  },
  told: {
    subject: 'Du nouveau pour votre tâche : {title}',
    heading: 'Un collègue a écrit au sujet de votre tâche',
    text: 'La personne qui avait cette tâche avant a ajouté une note. Ouvrez la tâche pour la lire.',
  },
  withdrawn: {
    subject: 'N’est plus à vous : {title}',
    heading: 'Une tâche ne vous est plus attribuée',
    to: 'Elle est maintenant attribuée à {who}.',
    free: 'Elle n’est maintenant attribuée à personne.',
  },
  unheard: {
    subject: 'Personne n’a pu être prévenu : {title}',
    heading: 'Personne n’a pu être prévenu d’une tâche',
    text: 'Elle est attribuée à {who}, où personne n’a de compte. Veuillez les contacter vous-même, ou attribuez la tâche à une personne : qui a une adresse e-mail mais pas de compte reçoit un lien par e-mail.',
    footer:
      'Vous recevez cet e-mail parce que vous dirigez cette équipe. Dans votre profil, vous choisissez sur quoi vous recevez des e-mails.',
  },
  urgent: {
    subject: 'Urgent : {title}',
    heading: 'Une tâche urgente',
    since: 'Depuis',
    assignee: 'Attribuée à',
    nobody: 'Non attribuée',
    footer:
      'Vous recevez cet e-mail parce que vous dirigez cette équipe. Dans votre profil, vous choisissez sur quoi vous recevez des e-mails.',
  },
  news: {
    subject: '{count, plural, one {# tâche} other {# tâches}} : {first} et {more} de plus',
    heading:
      '{count, plural, one {# tâche demande votre attention} other {# tâches demandent votre attention}}',
    news: 'Nouveau',
    kinds: {
      'task-reopened': 'Un visiteur dit que ce n’est pas résolu',
      'task-unheard': 'Personne n’a pu être prévenu',
      'urgent-task': 'Urgent',
      'task-assigned': 'Attribuée à vous',
      'task-told': 'Un collègue a écrit',
      'task-resumed': 'N’est plus en attente',
      'task-withdrawn': 'N’est plus à vous',
      'task-new': 'Nouvelle et non attribuée',
    },
    more: 'Et {more} de plus : toutes sont dans votre liste.',
    button: 'Ouvrir la liste',
    footer:
      'Vous recevez cet e-mail parce que ces tâches vous sont attribuées ou ne sont attribuées à personne. Dans votre profil, vous choisissez sur quoi vous recevez des e-mails.',
  },
  sampleAssignee: 'Clair Nettoyage',
  sampleWords: 'Ça goutte encore.\nMaintenant à gauche.',
} satisfies Texts<typeof en>
