import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  skip: 'Aller au contenu',
  optional: 'facultatif',
  signIn: 'Se connecter',
  requestId: 'Si cela continue, donnez ce numéro à l’assistance : {id}',
  language: 'Langue',
  password: 'Mot de passe',
  newPassword: 'Nouveau mot de passe',
  show: 'Afficher',
  hide: 'Masquer',
  noConnection: 'Pas de connexion. Rien n’est perdu ; réessayez quand la connexion revient.',
  failed: 'Le service n’a pas répondu comme prévu. Réessayez dans un instant.',
  stillBusy: 'Le service est occupé. Réessayez dans une minute.',
} satisfies Texts<typeof en>
