import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  reported: 'Zgłoszone',
  by: '{count, plural, one {przez # osobę} few {przez # osoby} many {przez # osób} other {przez # osoby}}',
  organisation: 'Dla',
  address: 'Adres',
  access: 'Dostęp',
  hazard: 'Zagrożenia',
  what: 'Co zrobić',
  call: 'Kontakt',
  ended: {
    subject: 'Nie jest już przypisane do Ciebie: {title}',
    heading: 'Zadanie nie jest już Twoje',
    text: 'Zajmuje się nim teraz ktoś inny albo zostało wycofane. Nie musisz już nic robić, a link przestał działać.',
    footer: 'Otrzymujesz tę wiadomość, ponieważ zadanie było przypisane do Ciebie.',
  },
  one: {
    subject: 'Zadanie dla Ciebie: {title}',
    resumed: 'Można kontynuować: {title}',
    heading: 'Zadanie dla Ciebie',
    headingResumed: 'Jedno z Twoich zadań już nie jest wstrzymane',
    headingReopened: 'Jedno z Twoich zadań jest znowu otwarte',
    how: 'Link otwiera to zadanie: zacznij je, dodaj notatki i zdjęcia, oznacz jako zrobione. Konto nie jest potrzebne. Link jest ważny 14 dni, aż zadanie zostanie zrobione albo przypisane komuś innemu. Prosimy go nie udostępniać.',
    button: 'Otwórz zadanie',
    footer: 'Dostajesz tę wiadomość, ponieważ zadanie zostało przypisane do Ciebie.',
  },
  several: {
    subject:
      '{count, plural, one {# zadanie dla Ciebie} few {# zadania dla Ciebie} many {# zadań dla Ciebie} other {# zadania dla Ciebie}}: {first} i jeszcze {more}',
    heading:
      '{count, plural, one {# zadanie dla Ciebie} few {# zadania dla Ciebie} many {# zadań dla Ciebie} other {# zadania dla Ciebie}}',
    how: 'Każdy link otwiera jedno zadanie: zacznij je, dodaj notatki i zdjęcia, oznacz jako zrobione. Konto nie jest potrzebne. Link jest ważny 14 dni, aż zadanie zostanie zrobione albo przypisane komuś innemu. Prosimy go nie udostępniać.',
    open: 'Otwórz zadanie #{number}',
    news: 'Nowość',
    reopened: 'Otwarte ponownie',
    resumed: 'Już nie jest wstrzymane',
    footer: 'Dostajesz tę wiadomość, ponieważ te zadania zostały przypisane do Ciebie.',
  },
} satisfies Texts<typeof en>
