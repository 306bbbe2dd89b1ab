import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  button: 'Otwórz moje obchody',
  assigned: {
    subject:
      '{count, plural, one {Obchód} few {# obchody} many {# obchodów} other {# obchodu}} dla Ciebie: {name}',
    heading:
      '{count, plural, one {Obchód dla Ciebie} few {# obchody dla Ciebie} many {# obchodów dla Ciebie} other {# obchodu dla Ciebie}}',
    due: '{building}, termin {time}',
    footer: 'Dostajesz tę wiadomość, ponieważ {name} planuje z Tobą obchody. Możesz ją wyłączyć w aplikacji.',
  },
  returned: {
    subject: 'Zwrócono: {title}',
    heading: 'Zwrócono Ci obchód',
    building: 'Budynek',
    due: 'Termin',
    footer:
      'Dostajesz tę wiadomość w związku z obchodem wykonanym dla: {name}. Możesz ją wyłączyć w aplikacji.',
  },
  sampleTitle: 'Toalety, rano',
  sampleReason: 'Brakuje zdjęć podłogi.',
} satisfies Texts<typeof en>
