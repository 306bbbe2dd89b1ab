import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  support:
    'Der Wellkept-Support kann hier bis {time} lesen: noch {minutes, plural, one {# Minute} other {# Minuten}}. Namen und Texte von Personen sind verborgen. Grund: {reason}',
  who: 'Wer hatte Zugang?',
} as const satisfies Texts<typeof en>
