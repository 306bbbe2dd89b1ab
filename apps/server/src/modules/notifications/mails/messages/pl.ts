import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  openTask: 'Otwórz zadanie',
  assigned: {
    subject: 'Zadanie dla Ciebie: {title}',
    heading: 'Zadanie dla Ciebie',
    footer:
      'Dostajesz tę wiadomość, ponieważ zadanie zostało przypisane do Ciebie. W swoim profilu wybierasz, o czym dostajesz e-maile.',
  },
  fresh: {
    subject: 'Nowe zadanie: {title}',
    urgent: 'Pilne: {title}',
    heading: 'Nieprzypisane zadanie',
    footer: 'Dostajesz tę wiadomość, ponieważ dbasz o ten budynek.',
  },
  reopened: {
    subject: 'Nienaprawione: {title}',
    heading: 'Odwiedzający mówi, że nie jest naprawione',
    text: 'Zadanie jest znowu otwarte.',
    footer:
      'Dostajesz tę wiadomość, ponieważ zadanie jest przypisane do Ciebie albo do nikogo. W swoim profilu wybierasz, o czym dostajesz e-maile.',
  },
  resumed: {
    subject: 'Można kontynuować: {title}',
    heading: 'Zadanie już nie jest wstrzymane',
    text: 'Wstrzymanie się skończyło. Jeśli coś nadal uniemożliwia pracę, wstrzymaj zadanie ponownie.',
    footer:
      'Dostajesz tę wiadomość, ponieważ zadanie jest przypisane do Ciebie albo do nikogo. W swoim profilu wybierasz, o czym dostajesz e-maile.',
  },
  told: {
    subject: 'Nowe informacje o zadaniu: {title}',
    heading: 'Ktoś z zespołu napisał o Twoim zadaniu',
    text: 'Osoba, która wcześniej miała to zadanie, dodała notatkę. Otwórz zadanie, aby ją przeczytać.',
  },
  withdrawn: {
    subject: 'Już nie Twoje: {title}',
    heading: 'Zadanie nie jest już przypisane do Ciebie',
    to: 'Teraz ma je {who}.',
    free: 'Teraz nie jest przypisane do nikogo.',
  },
  unheard: {
    subject: 'Nikogo nie udało się powiadomić: {title}',
    heading: 'O zadaniu nie udało się nikogo powiadomić',
    text: 'Przypisano je do: {who}, ale nikt nie ma tam konta. Skontaktuj się z nimi albo przypisz zadanie osobie: kto ma adres e-mail, a nie ma konta, dostaje link e-mailem.',
    footer:
      'Dostajesz tę wiadomość, ponieważ kierujesz tym zespołem. W swoim profilu wybierasz, o czym dostajesz e-maile.',
  },
  urgent: {
    subject: 'Pilne: {title}',
    heading: 'Pilne zadanie',
    since: 'Od',
    assignee: 'Przypisane do',
    nobody: 'Nieprzypisane',
    footer:
      'Dostajesz tę wiadomość, ponieważ kierujesz tym zespołem. W swoim profilu wybierasz, o czym dostajesz e-maile.',
  },
  news: {
    subject:
      '{count, plural, one {# zadanie} few {# zadania} many {# zadań} other {# zadania}}: {first} i jeszcze {more}',
    heading:
      '{count, plural, one {# zadanie wymaga Twojej uwagi} few {# zadania wymagają Twojej uwagi} many {# zadań wymaga Twojej uwagi} other {# zadania wymagają Twojej uwagi}}',
    news: 'Nowość',
    kinds: {
      'task-reopened': 'Odwiedzający mówi, że nie jest naprawione',
      'task-unheard': 'Nikogo nie udało się powiadomić',
      'urgent-task': 'Pilne',
      'task-assigned': 'Przypisane do Ciebie',
      'task-told': 'Ktoś z zespołu napisał',
      'task-resumed': 'Już nie jest wstrzymane',
      'task-withdrawn': 'Już nie Twoje',
      'task-new': 'Nowe i nieprzypisane',
    },
    more: 'I jeszcze {more}: wszystkie są na Twojej liście.',
    button: 'Otwórz listę',
    footer:
      'Dostajesz tę wiadomość, ponieważ te zadania są przypisane do Ciebie albo do nikogo. W swoim profilu wybierasz, o czym dostajesz e-maile.',
  },
  sampleAssignee: 'Czysty Dom',
  sampleWords: 'Nadal kapie.\nTeraz po lewej.',
} satisfies Texts<typeof en>
