import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  invitation: {
    subject: '{inviter} vous invite à rejoindre {organisation} sur Wellkept',
    heading: 'Rejoindre {organisation}',
    lead: '{inviter} vous a ajouté à l’équipe de {organisation}.',
    next: 'Acceptez pour choisir comment vous connecter. Le lien fonctionne une fois, pendant {time} ; ensuite, {inviter} peut en envoyer un autre.',
    button: 'Accepter l’invitation',
    footer:
      'Vous recevez cet e-mail parce que {inviter} a saisi votre adresse. Si vous ne vous y attendiez pas, vous n’avez rien à faire.',
  },
  signIn: {
    heading: 'Se connecter à Wellkept',
    lead: 'Ouvrez le lien et appuyez sur le bouton de la page. Il fonctionne une fois, pendant {time}.',
    button: 'Se connecter',
    code: 'Ou saisissez ce code là où vous vouliez vous connecter',
    leads: 'Le lien et le code vous connectent à {organisation}.',
    others: 'Se connecter à une autre de vos organisations',
    footer:
      'Quelqu’un a voulu se connecter avec cette adresse e-mail. Si ce n’était pas vous, vous n’avez rien à faire : sans cet e-mail, personne ne peut se connecter. Ne partagez ni le lien ni le code.',
  },
  passwordReset: {
    heading: 'Choisir un nouveau mot de passe',
    lead: 'Ouvrez le lien et choisissez un nouveau mot de passe. Il fonctionne une fois, pendant {time}. Vous serez ensuite déconnecté partout ailleurs.',
    button: 'Choisir un mot de passe',
    leads: 'Cela change le mot de passe de votre compte chez {organisation}.',
    others: 'Changer le mot de passe dans une autre de vos organisations',
    footer:
      'Quelqu’un a demandé un nouveau mot de passe pour cette adresse e-mail. Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe ne change pas.',
  },
  sessionEnded: {
    heading: 'Nous avons déconnecté un de vos appareils',
    lead: 'Une clé de connexion de cet appareil a été utilisée deux fois. La cause peut être un problème de réseau, ou quelqu’un a pu copier la clé. Par sécurité, nous avons déconnecté l’appareil ; vos autres appareils restent connectés.',
    device: 'Appareil',
    at: 'Quand',
    button: 'Se reconnecter',
    footer:
      'Si cela se reproduit, ou si vous ne reconnaissez pas l’appareil, changez votre mot de passe et déconnectez vos autres appareils dans votre profil.',
  },
  connectionAdded: {
    heading: 'Un assistant est connecté à votre compte',
    lead: 'Un programme peut désormais agir ici en votre nom, avec vos droits, jusqu’à ce que la connexion prenne fin ou que vous y mettiez fin.',
    name: 'Connexion',
    may: 'Peut',
    read: 'lire',
    write: 'lire et écrire',
    at: 'Ajoutée',
    ends: 'Prend fin',
    button: 'Voir vos connexions',
    footer:
      'Si ce n’était pas vous, mettez fin à la connexion dans votre profil, changez votre mot de passe et déconnectez vos autres appareils.',
  },
  test: {
    subject: 'Test de Wellkept',
    heading: 'Les e-mails vous parviennent',
    unconfirmed:
      'Aucun de vos appareils n’a confirmé la notification de test ; vous recevez donc cet e-mail à la place. Il en va de même pour les notifications sur les tâches.',
    noDevice:
      'Vous avez demandé un test, et les notifications ne sont activées sur aucun de vos appareils. Vous recevez les notifications sur les tâches par e-mail.',
    button: 'Ouvrir les notifications',
    footer: 'Vous recevez cet e-mail parce que vous l’avez demandé dans Wellkept.',
  },
} satisfies Texts<typeof en>
