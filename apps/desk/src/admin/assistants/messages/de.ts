import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  assistants: {
    name: 'KI-Assistenten',
    about: 'Welche Assistenten für wen handeln und wie einer verbunden wird.',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  help: 'Assistenten verbinden sich über das Model Context Protocol. Jeder handelt für eine Person, mit ihren Rechten und Grenzen. Was Besucher geschrieben haben, ist für ihn als Daten gekennzeichnet.',
  address: 'Adresse',
  copy: 'Adresse kopieren',
  all: 'Verbindungen des Teams',
  off: 'Assistenten sind für Ihre Organisation abgeschaltet. Verbindungen bleiben und funktionieren nicht.',
} satisfies Texts<typeof en>
