import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  changed: {
    states: {
      OPERATIONAL: 'W porządku',
      DEGRADED: 'Znany problem',
      MAINTENANCE: 'W naprawie',
      OUT_OF_ORDER: 'Nieczynne',
    },
    heading: 'Stan się zmienił',
    item: 'Co',
    state: 'Stan',
    until: 'Przewidywane do',
    button: 'Otwórz stronę stanu',
    footer: 'Dostajesz tę wiadomość, ponieważ chcesz wiedzieć o stanie tego miejsca.',
    stop: 'Nie chcę e-maili o stanie',
    sampleItem: 'Ciepła woda',
    sampleNote: 'Trwa wymiana bojlera.',
  },
  confirm: {
    subject: 'Prosimy o potwierdzenie: e-maile o stanie: {room}',
    heading: 'Czy chcesz dostawać e-maile o stanie?',
    lead: 'Jeśli potwierdzisz, napiszemy, gdy stan tego miejsca się zmieni.',
    button: 'Potwierdź',
    footer:
      'Ktoś podał ten adres na stronie stanu. Jeśli to nie Ty, nie musisz nic robić: nie dostaniesz więcej e-maili.',
  },
  page: {
    title: 'E-maile od Wellkept',
    ask: 'Czy chcesz dostać e-mail, gdy zmieni się stan: {place}?',
    reads: 'Dostajesz e-mail, gdy zmienia się stan: {place}.',
    askReport: 'Czy chcesz dostawać e-maile o swoim zgłoszeniu?',
    report: 'Dostajesz e-maile o swoim zgłoszeniu.',
    digest: 'Co rano dostajesz e-mail o tym, co zmieniło się poprzedniego dnia.',
    ended: 'Nie dostajesz od nas e-maili.',
    unknown: 'Ten link jest nieprawidłowy. Program pocztowy mógł go uciąć.',
    later: 'Teraz to niemożliwe. Spróbuj ponownie za kilka minut.',
    confirm: 'Tak, wysyłajcie e-maile',
    decline: 'Nie',
    stop: 'Nie chcę e-maili',
    status: 'Otwórz stronę stanu',
  },
} satisfies Texts<typeof en>
