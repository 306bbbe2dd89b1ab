/** Texts of the screen of AI assistants in ICU message format. The other languages have exactly these keys. */
export const places = {
  assistants: { name: 'AI assistants', about: 'Which assistants act for whom, and how one is connected.' },
} as const

export default {
  help: 'Assistants connect by the Model Context Protocol. Each acts as one person, with their rights and limits. What visitors wrote is marked as data for them.',
  address: 'Address',
  copy: 'Copy address',
  all: 'Connections of the team',
  off: 'Assistants are switched off for your organisation. Connections stay and do not work.',
} as const
