/** Texts of planning rounds in ICU message format. The other languages have exactly these keys. */

export const places = {} as const

export default {
  plan: 'Plan a round',
  edit: 'Edit round plan',
  untitled: 'New round',
  nameHelp: 'Also the title of each round.',
  buildingNeeded: 'Select the building.',
  amenities: 'Amenities, in walking order',
  amenitiesNeeded: 'Select the amenities.',
  uncovered: 'No chosen checklist is for {name}.',
  checklists: 'Checklists',
  checklistsHelp: 'Each amenity takes the first one that is for its type.',
  checklistsNeeded: 'Select a checklist.',
  scout: 'Scout',
  scoutHelp: 'Nobody: open to all scouts of the building.',
  hours: 'Hours to finish',
  ahead: 'Rounds are on the phone seven days ahead.',
} as const
