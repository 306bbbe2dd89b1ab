import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  invitation: {
    subject: '{inviter} zaprasza Cię do {organisation} w Wellkept',
    heading: 'Zaproszenie: {organisation}',
    lead: '{inviter} dodaje Cię do zespołu {organisation}.',
    next: 'Przyjmij zaproszenie i wybierz, jak się logujesz. Link działa raz; czas ważności: {time}. Potem {inviter} może wysłać nowy.',
    button: 'Przyjmij zaproszenie',
    footer:
      'Dostajesz tę wiadomość, ponieważ Twój adres podaje {inviter}. Jeśli się jej nie spodziewasz, nie musisz nic robić.',
  },
  signIn: {
    heading: 'Logowanie do Wellkept',
    lead: 'Otwórz link i naciśnij przycisk na stronie. Działa raz; czas ważności: {time}.',
    button: 'Zaloguj się',
    code: 'Albo wpisz ten kod tam, gdzie chcesz się zalogować',
    leads: 'Link i kod logują do {organisation}.',
    others: 'Zaloguj się do innej ze swoich organizacji',
    footer:
      'Ktoś chce się zalogować tym adresem e-mail. Jeśli to nie Ty, nie musisz nic robić: bez tej wiadomości nikt się nie zaloguje. Nie udostępniaj linku ani kodu.',
  },
  passwordReset: {
    heading: 'Wybierz nowe hasło',
    lead: 'Otwórz link i wybierz nowe hasło. Działa raz; czas ważności: {time}. Wszędzie indziej nastąpi wylogowanie.',
    button: 'Wybierz hasło',
    leads: 'To zmienia hasło Twojego konta w {organisation}.',
    others: 'Zmień hasło w innej ze swoich organizacji',
    footer:
      'Ktoś prosi o nowe hasło dla tego adresu e-mail. Jeśli to nie Ty, nie musisz nic robić: hasło pozostanie bez zmian.',
  },
  sessionEnded: {
    heading: 'Wylogowaliśmy jedno z Twoich urządzeń',
    lead: 'Klucz logowania tego urządzenia został użyty dwa razy. Przyczyną może być problem z siecią albo ktoś mógł skopiować klucz. Dla bezpieczeństwa wylogowaliśmy urządzenie; pozostałe są nadal zalogowane.',
    device: 'Urządzenie',
    at: 'Kiedy',
    button: 'Zaloguj się ponownie',
    footer:
      'Jeśli to się powtórzy albo nie znasz tego urządzenia, zmień hasło i wyloguj pozostałe urządzenia w swoim profilu.',
  },
  connectionAdded: {
    heading: 'Asystent został połączony z Twoim kontem',
    lead: 'Program może teraz działać tutaj w Twoim imieniu, z Twoimi uprawnieniami, aż połączenie wygaśnie lub je zakończysz.',
    name: 'Połączenie',
    may: 'Może',
    read: 'czytać',
    write: 'czytać i zapisywać',
    at: 'Dodano',
    ends: 'Wygasa',
    button: 'Zobacz połączenia',
    footer:
      'Jeśli to nie Ty, zakończ połączenie w swoim profilu, zmień hasło i wyloguj pozostałe urządzenia.',
  },
  test: {
    subject: 'Wiadomość próbna od Wellkept',
    heading: 'E-maile do Ciebie docierają',
    unconfirmed:
      'Żadne z Twoich urządzeń nie potwierdziło próbnego powiadomienia, dlatego dostajesz ten e-mail. Tak samo jest z powiadomieniami o zadaniach.',
    noDevice:
      'To próba na Twoją prośbę; na żadnym z Twoich urządzeń powiadomienia nie są włączone. Powiadomienia o zadaniach dostajesz e-mailem.',
    button: 'Otwórz powiadomienia',
    footer: 'Dostajesz tę wiadomość na swoją prośbę w Wellkept.',
  },
} satisfies Texts<typeof en>
