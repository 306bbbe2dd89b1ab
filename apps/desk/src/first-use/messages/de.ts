import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  title: 'Noch keine Rückmeldungen',
  printHelp: 'Drucken Sie einen Aufkleber und bringen Sie ihn an. Der erste Scan erscheint hier.',
  print: 'Ersten Aufkleber drucken',
  setUp: 'Gebäude einrichten',
  setUpHelp: 'Etagen, Räume und Aufkleber in zehn Minuten. Ihr Fortschritt wird gespeichert.',
} satisfies Texts<typeof en>
