import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject:
    '{count, plural, one {Nowy wynik} few {# nowe wyniki} many {# nowych wyników} other {# nowe wyniki}}: „{name}”',
  subjectOfMore:
    '{count, plural, one {# nowy wynik} few {# nowe wyniki} many {# nowych wyników} other {# nowe wyniki}} w Twoich widokach',
  heading: 'Nowe wyniki w zapisanych widokach',
  view: 'W Twoim widoku „{name}”:',
  feedback: 'Opinia',
  rated: '{rating} z 5',
  more: 'I jeszcze {n}: wszystkie są w widoku.',
  open: 'Otwórz widok',
  end: 'Zarządzaj alertami',
  footer: 'Dostajesz tę wiadomość, ponieważ ustawiono alert dla tego widoku.',
  sampleRatings: 'Słabe oceny w bibliotece',
  sampleUrgent: 'Pilna praca',
} satisfies Texts<typeof en>
