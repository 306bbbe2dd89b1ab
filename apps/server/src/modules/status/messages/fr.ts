import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  changed: {
    states: {
      OPERATIONAL: 'En ordre',
      DEGRADED: 'Problème connu',
      MAINTENANCE: 'En réparation',
      OUT_OF_ORDER: 'Hors service',
    },
    heading: 'L’état a changé',
    item: 'Quoi',
    state: 'État',
    until: 'Prévu jusqu’au',
    button: 'Ouvrir la page d’état',
    footer: 'Vous recevez cet e-mail parce que vous avez demandé des nouvelles de l’état de ce lieu.',
    stop: 'Ne plus recevoir d’e-mails sur l’état',
    sampleItem: 'Eau chaude',
    sampleNote: 'Le chauffe-eau est en cours de remplacement.',
  },
  confirm: {
    subject: 'Veuillez confirmer : e-mails sur l’état de {room}',
    heading: 'Voulez-vous des nouvelles de l’état par e-mail ?',
    lead: 'Si vous confirmez, nous vous écrivons quand l’état de ce lieu change.',
    button: 'Confirmer',
    footer:
      'Quelqu’un a saisi cette adresse sur une page d’état. Si ce n’était pas vous, vous n’avez rien à faire : vous ne recevrez plus d’e-mails.',
  },
  page: {
    title: 'E-mails de Wellkept',
    ask: 'Voulez-vous un e-mail quand l’état de {place} change ?',
    reads: 'Vous recevez un e-mail quand l’état de {place} change.',
    askReport: 'Voulez-vous des nouvelles de votre signalement par e-mail ?',
    report: 'Vous recevez des nouvelles de votre signalement par e-mail.',
    digest: 'Vous recevez chaque matin un e-mail sur ce qui a changé la veille.',
    ended: 'Vous ne recevez pas d’e-mails de notre part.',
    unknown: 'Ce lien n’est pas valable. Votre logiciel de messagerie l’a peut-être coupé.',
    later: 'Ce n’est pas possible pour le moment. Veuillez réessayer dans quelques minutes.',
    confirm: 'Oui, envoyez-moi des e-mails',
    decline: 'Non',
    stop: 'Ne plus recevoir d’e-mails',
    status: 'Ouvrir la page d’état',
  },
} satisfies Texts<typeof en>
