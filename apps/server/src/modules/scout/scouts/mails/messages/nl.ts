import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'Uw inspecties voor {name}',
  heading: 'Inspecteren voor {name}',
  lead: '{name} heeft inspecties met u gepland.',
  next: 'Open de link op uw telefoon, of vul daar de code {code} in. Hij werkt één keer en is 14 dagen geldig.',
  button: 'Mijn telefoon instellen',
  footer:
    'U krijgt deze e-mail omdat {name} uw adres heeft ingevuld. Had u dit niet verwacht, dan hoeft u niets te doen.',
} satisfies Texts<typeof en>
