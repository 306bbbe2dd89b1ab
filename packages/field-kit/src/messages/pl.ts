import type { Texts } from '#i18n/texts.ts'
import shared from '#ui/messages/pl.ts'
import type en from './en.ts'

export default {
  ...shared,
  retry: 'Spróbuj ponownie',
  loading: 'Wczytywanie',
  leave: 'Wyjść? To, co tu wpisano, nie zostało wysłane i przepadnie.',
  newVersion: 'Jest nowa wersja.',
  useNewVersion: 'Użyj jej teraz',
  loadFailed: 'Usługa nie odpowiedziała jak zwykle. Nadal widać to, co zna ten telefon.',
  removePhoto: 'Usuń zdjęcie',
  takePhoto: 'Zrób zdjęcie',
  anotherPhoto: 'Zrób kolejne zdjęcie',
  photoFailed: 'Tego pliku nie da się odczytać jako zdjęcia. Zrób je jeszcze raz.',
  otherTitle: 'Tutaj jest teraz zalogowana inna osoba: {name}',
  otherText:
    'Ta strona należy do: {name}. Niczego z niej nie pokazujemy ani nie wysyłamy. Praca tej osoby zostaje na tym telefonie.',
  goOnAs: 'Kontynuuj jako {name}',
  signInAs: 'Zaloguj się jako {name}',
  scanCamera: 'Użyj aparatu',
  scanHint: 'Skieruj aparat na naklejkę. Pomieszczenie otworzy się samo.',
  scanRefused: 'Aparat nie jest tu dozwolony. Wpisz kod albo zezwól na aparat w ustawieniach przeglądarki.',
  scanNoCamera: 'Nie można tu użyć aparatu. Wpisz kod.',
  scanStop: 'Wyłącz aparat',
  torchOn: 'Włącz światło',
  torchOff: 'Wyłącz światło',
  sent: 'Wysłane',
  waits: 'Czeka na wysłanie',
  settled: 'Nie zastosowano',
  needsYou: 'Wymaga Ciebie',
} satisfies Texts<typeof en>
