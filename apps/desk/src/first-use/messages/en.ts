/** Texts of a first use in ICU message format. The other languages have exactly these keys. */

export default {
  title: 'No feedback yet',
  printHelp: 'Print a sticker and put it up. The first scan appears here.',
  print: 'Print the first sticker',
  setUp: 'Set up a building',
  setUpHelp: 'Floors, rooms and stickers in one go, in ten minutes. It is saved as you go.',
} as const
