/** Texts of the checks of an installation in ICU message format. The other languages have exactly these keys. */

export const places = {
  installation: {
    name: 'Check of the installation',
  },
} as const

export default {
  help: 'What the service needs of its surroundings, as seen from its machine. It takes a few seconds.',
  again: 'Check again',
  command: 'On the command line also with prices, time zones and a test email:',
  states: { OK: 'Good', WARN: 'Have a look', FAIL: 'Mend it' },
  otherwise: 'Others run this installation',
  otherwiseHelp: 'Only who runs it sees these checks.',
} as const
