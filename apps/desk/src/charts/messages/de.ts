import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'

export default {
  trendLabel:
    '{name}, {n, plural, one {# Bewertung} other {# Bewertungen}}; die Tabelle darunter enthält jeden Wert',
  ratings: '{count, plural, one {# Bewertung} other {# Bewertungen}}',
  mostADay: '{count} am Tag',
  hollow: 'Hohle Punkte: weniger als 5 Bewertungen. Balken: Bewertungen am Tag.',
  asTable: 'Als Tabelle',
  day: 'Tag',
  average: 'Durchschnitt',
  from: 'Ab',
  mostOf: '{name}, höchstens {count}',
  distribution: 'Bewertungen nach Wert, n = {n}.',
} satisfies Texts<typeof en>
