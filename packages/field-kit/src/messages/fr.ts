import type { Texts } from '#i18n/texts.ts'
import shared from '#ui/messages/fr.ts'
import type en from './en.ts'

export default {
  ...shared,
  retry: 'Réessayer',
  loading: 'Chargement',
  leave: 'Quitter ? Ce que vous avez saisi ici n’est pas envoyé et sera perdu.',
  newVersion: 'Une nouvelle version est prête.',
  useNewVersion: 'L’utiliser maintenant',
  loadFailed: 'Le service n’a pas répondu comme prévu. Ce que ce téléphone connaît reste affiché.',
  removePhoto: 'Supprimer la photo',
  takePhoto: 'Prendre une photo',
  anotherPhoto: 'Prendre une autre photo',
  photoFailed: 'Ce fichier n’a pas pu être lu comme une image. Reprenez la photo.',
  otherTitle: '{name} est maintenant connecté ici',
  otherText:
    'Cette page appartient à {name} : rien n’y est montré ni envoyé. Le travail de {name} reste sur ce téléphone.',
  goOnAs: 'Continuer en tant que {name}',
  signInAs: 'Se connecter en tant que {name}',
  scanCamera: 'Utiliser l’appareil photo',
  scanHint: 'Placez l’appareil photo au-dessus de l’autocollant. Le local s’ouvre tout seul.',
  scanRefused:
    'L’appareil photo n’est pas autorisé ici. Saisissez le code, ou autorisez-le dans les réglages du navigateur.',
  scanNoCamera: 'L’appareil photo ne peut pas servir ici. Saisissez le code.',
  scanStop: 'Arrêter l’appareil photo',
  torchOn: 'Allumer la lampe',
  torchOff: 'Éteindre la lampe',
  sent: 'Envoyé',
  waits: 'En attente d’envoi',
  settled: 'Non appliqué',
  needsYou: 'À vous de voir',
  troubleOffline: 'Pas de connexion. Ce que vous faites est gardé sur ce téléphone et part tout seul.',
  troubleBusy: 'Un instant… beaucoup de monde travaille en ce moment. Cela reprend tout seul.',
  troubleService: 'Le service a des difficultés. Votre travail est gardé ; il partira tout seul plus tard.',
  troubleMaintenance:
    'Wellkept est en maintenance. Vos changements sont gardés sur ce téléphone et partiront ensuite.',
  ended: 'Votre session est terminée. Votre travail est gardé et partira après votre connexion.',
  doesNotLast:
    'Ce navigateur ne garde rien une fois la page fermée. Restez ici jusqu’à ce que tout soit envoyé.',
  maintained: 'Wellkept est en maintenance, donc rien n’a été changé. Réessayez plus tard.',
  changedElsewhere: 'Ceci a été changé ailleurs entre-temps. Rechargez, puis refaites votre changement.',
  loadAgain: 'Recharger',
  notSaved: 'Le service ne l’a pas accepté. Rien n’a été changé.',
  switchOn: 'Activer ici',
  pushOn: 'Les notifications sont activées ici.',
  notNow: 'Pas maintenant',
  notifications: 'Notifications',
  ownReadOnly: 'Votre organisation ne peut rien changer en ce moment. Voyez avec votre responsable.',
} satisfies Texts<typeof en>
