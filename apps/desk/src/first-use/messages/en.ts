/** Texts of a first use in ICU message format. The other languages have exactly these keys. */

export default {
  title: 'No feedback yet',
  printHelp: 'Print a sticker and mount it. The first scan appears here.',
  print: 'Print the first sticker',
  setUp: 'Set up a building',
  setUpHelp: 'Floors, rooms and stickers in ten minutes. Your progress is saved.',
} as const
