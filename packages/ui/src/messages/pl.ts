import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  skip: 'Przejdź do treści',
  optional: 'opcjonalnie',
  signIn: 'Zaloguj się',
  requestId: 'Jeśli to nie minie, podaj pomocy technicznej ten numer: {id}',
  language: 'Język',
  password: 'Hasło',
  newPassword: 'Nowe hasło',
  show: 'Pokaż',
  hide: 'Ukryj',
  noConnection: 'Brak połączenia. Nic nie przepadło; spróbuj ponownie, gdy wróci połączenie.',
  failed: 'Usługa nie odpowiedziała jak zwykle. Spróbuj ponownie za chwilę.',
  stillBusy: 'Usługa jest zajęta. Spróbuj za minutę.',
} satisfies Texts<typeof en>
