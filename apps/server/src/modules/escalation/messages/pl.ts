import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'Eskalacja: {title}',
  heading: 'Kończy się czas na zadanie',
  rule: 'Reguła',
  when: 'Kiedy',
  since: 'Od',
  assignee: 'Przypisane do',
  nobody: 'Nieprzypisane',
  button: 'Otwórz zadanie',
  footer:
    'Dostajesz tę wiadomość z powodu reguły eskalacji Twojego zespołu. W swoim profilu wybierasz, o czym dostajesz e-maile.',
  sampleRule: 'Spóźnione',
  atPercent:
    'po {percent} % {clock, select, RESPOND {czasu na rozpoczęcie} RESOLVE {czasu na zakończenie} other {czasu do terminu}}',
  atEnd:
    'na końcu {clock, select, RESPOND {czasu na rozpoczęcie} RESOLVE {czasu na zakończenie} other {czasu do terminu}}',
  after:
    '{time} po końcu {clock, select, RESPOND {czasu na rozpoczęcie} RESOLVE {czasu na zakończenie} other {czasu do terminu}}',
} satisfies Texts<typeof en>
