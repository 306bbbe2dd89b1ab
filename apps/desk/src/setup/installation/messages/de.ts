import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export const places = {
  installation: {
    name: 'Prüfung der Installation',
  },
} as const

export default {
  help: 'Was der Dienst von seiner Umgebung braucht, von seinem Rechner aus gesehen. Es dauert einige Sekunden.',
  again: 'Erneut prüfen',
  command: 'Auf der Kommandozeile auch mit Preisen, Zeitzonen und einer Test-E-Mail:',
  states: { OK: 'In Ordnung', WARN: 'Ansehen', FAIL: 'Beheben' },
  otherwise: 'Diese Installation betreiben andere',
  otherwiseHelp: 'Nur wer sie betreibt, sieht diese Prüfungen.',
} satisfies Texts<typeof en>
