import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  confirm: {
    subject: 'Prosimy o potwierdzenie: e-maile o zgłoszeniu: {room}',
    heading: 'Czy chcesz dostawać e-maile o swoim zgłoszeniu?',
    lead: 'Jeśli potwierdzisz, napiszemy, gdy zespół odpowie i gdy będzie gotowe.',
    button: 'Potwierdź',
    footer:
      'Ktoś podał ten adres przy zgłoszeniu. Jeśli to nie Ty, nie musisz nic robić: nie dostaniesz więcej e-maili.',
  },
  outcome: {
    FIXED: {
      subject: 'Naprawione: {room}',
      heading: 'To, co zgłoszono, jest naprawione',
      lead: 'Zespół mówi, że to gotowe. Czy działa? Jeśli nie, powiedz to na stronie, a zadanie zostanie otwarte ponownie.',
      button: 'Powiedz, czy jest naprawione',
    },
    REPLY: {
      subject: 'Odpowiedź na Twoje zgłoszenie: {room}',
      heading: 'Odpowiedź na Twoje zgłoszenie',
      lead: 'Zespół pisze do Ciebie:',
      button: 'Otwórz swoje zgłoszenie',
    },
    footer: 'Ten adres podano, aby dostawać wiadomości o zgłoszeniu. Nie używamy go do niczego innego.',
    stop: 'Nie chcę e-maili o tym zgłoszeniu',
    sampleReply: 'Dziękujemy.\nO 15:00 przyjdzie hydraulik.',
  },
} satisfies Texts<typeof en>
