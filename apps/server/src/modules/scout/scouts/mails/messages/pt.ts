import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'As suas inspeções para {name}',
  heading: 'Inspecionar para {name}',
  lead: '{name} planeou inspeções consigo.',
  next: 'Abra o link no seu telemóvel, ou introduza lá o código {code}. Funciona uma vez, durante 14 dias.',
  button: 'Configurar o meu telemóvel',
  footer:
    'Recebe este e-mail porque {name} introduziu o seu endereço. Se não o esperava, não precisa de fazer nada.',
} satisfies Texts<typeof en>
