/** Texts of the SLA policies in ICU message format. The other languages have exactly these keys. */

export const places = {
  slaPolicies: {
    name: 'SLA policies',
    about: 'How soon tasks must be started and completed, and during which hours.',
  },
} as const

export default {
  help: 'The first policy that covers the place of a task sets its targets. If none does, the default targets apply.',
  newPolicy: 'New policy',
  editTitle: 'Edit policy',
  nameNeeded: 'Enter a name.',
  noneTitle: 'No policies',
  noneHelp:
    'The default targets apply, within the hours of each building. A policy sets different ones for certain places.',
  where: 'Where',
  targets: 'Respond and resolve',
  targetsHelp: 'A working day ends with its last service hour. Running clocks are updated at once.',
  short: '{priority}: {respond} / {resolve}',
  shortAlways: '{priority}: {respond} / {resolve}, around the clock',
  days: '{count, plural, one {# working day} other {# working days}}',
  priority: 'Priority',
  respond: 'Respond within',
  resolve: 'Resolve within',
  runs: 'Clock runs',
  clocks: {
    ALWAYS: 'Around the clock',
    HOURS: 'During service hours',
  },
  amountOf: '{priority}, {part}',
  unitOf: '{priority}, {part}, unit',
  units: {
    MINUTES: '{count, plural, one {minute} other {minutes}}',
    HOURS: '{count, plural, one {hour} other {hours}}',
    DAYS: '{count, plural, one {working day} other {working days}}',
  },
  amountNeeded: 'Enter a whole number for each: up to a year, or 365 working days.',
  hours: 'Hours',
  hoursOfBuilding: 'Building hours',
  ownHours: 'Own hours',
  useOwnHours: 'Own hours instead of the building’s',
  useOwnHolidays: 'Own closed days instead of the building’s',
  openNeeded: 'Enter hours for at least one day, like 08:00–12:00, 13:00–18:00.',
  closedDays: '{count, plural, =0 {No closed days} one {# closed day} other {# closed days}}',
  holidays: 'Closed days',
  holidaysHelp: 'One date per line, like 2026-12-25.',
  holidaysWrong: 'Enter one date per line, like 2026-12-25, each only once.',
  chooseFile: 'Import closed days from a calendar file (.ics)',
  file: 'From a calendar file',
  fileChosen: 'Full days of {name} are added when you save, yearly ones for five years.',
  dropFile: 'Remove file',
  fileTooLarge: 'This file is larger than 256 KB. Choose a smaller one.',
  delete: 'Delete policy',
  deleteHelp: 'Its running clocks move to the next matching policy, otherwise to the default targets.',
} as const
