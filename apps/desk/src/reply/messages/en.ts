/** Texts of replies to visitors in ICU message format. The other languages have exactly these keys. */

export default {
  title: '{count, plural, one {Reply to the visitor} other {Reply to # visitors}}',
  send: 'Reply',
  text: 'Reply shown to the visitor',
  help: 'Shown on the tracking page without your name. It cannot be withdrawn.',
  needed: 'Enter a reply.',
  more: 'and {count} more',
  settleToo: 'Also mark as done',
  writtenIn: 'The visitor’s language: {languages}',
  language: 'Language of the reply',
  otherLanguage: 'Reply in {language}, the visitor uses {languages}',
  insert: 'Insert template',
  placeOpen: 'Replace {placeholder}: these visitors are at different places.',
} as const
