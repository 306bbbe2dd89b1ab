import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'Twoje kontrole: {name}',
  heading: 'Kontrole: {name}',
  lead: '{name} planuje z Tobą kontrole.',
  next: 'Otwórz link na telefonie albo wpisz tam kod {code}. Działa raz, przez 14 dni.',
  button: 'Skonfiguruj telefon',
  footer:
    'Dostajesz tę wiadomość, ponieważ Twój adres podaje {name}. Jeśli się jej nie spodziewasz, nie musisz nic robić.',
} satisfies Texts<typeof en>
