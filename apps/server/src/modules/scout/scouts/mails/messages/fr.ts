import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'Vos inspections pour {name}',
  heading: 'Inspecter pour {name}',
  lead: '{name} a prévu des inspections avec vous.',
  next: 'Ouvrez le lien sur votre téléphone, ou saisissez-y le code {code}. Il fonctionne une fois, pendant 14 jours.',
  button: 'Configurer mon téléphone',
  footer:
    'Vous recevez cet e-mail parce que {name} a saisi votre adresse. Si vous ne vous y attendiez pas, vous n’avez rien à faire.',
} satisfies Texts<typeof en>
