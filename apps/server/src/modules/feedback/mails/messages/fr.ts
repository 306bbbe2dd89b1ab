import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  confirm: {
    subject: 'Veuillez confirmer : e-mails sur votre signalement : {room}',
    heading: 'Voulez-vous des nouvelles de votre signalement par e-mail ?',
    lead: 'Si vous confirmez, nous vous écrivons quand l’équipe répond et quand c’est terminé.',
    button: 'Confirmer',
    footer:
      'Quelqu’un a saisi cette adresse pour un signalement. Si ce n’était pas vous, vous n’avez rien à faire : vous ne recevrez plus d’e-mails.',
  },
  outcome: {
    FIXED: {
      subject: 'Résolu : {room}',
      heading: 'Ce que vous avez signalé est résolu',
      lead: 'L’équipe dit que c’est fait. Est-ce résolu ? Sinon, dites-le sur la page, et la tâche sera rouverte.',
      button: 'Dire si c’est résolu',
    },
    REPLY: {
      subject: 'Une réponse à votre signalement : {room}',
      heading: 'Une réponse à votre signalement',
      lead: 'L’équipe vous a écrit :',
      button: 'Ouvrir votre signalement',
    },
    footer:
      'Vous avez donné cette adresse pour avoir des nouvelles de votre signalement. Nous ne l’utilisons pour rien d’autre.',
    stop: 'Ne plus recevoir d’e-mails sur ce signalement',
    sampleReply: 'Merci.\nUn plombier vient à 15 h.',
  },
} satisfies Texts<typeof en>
