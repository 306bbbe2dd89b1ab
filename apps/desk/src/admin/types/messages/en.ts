/** Texts of the types and issues in ICU message format. The other languages have exactly these keys. */

export const places = {
  types: {
    name: 'Types and issues',
    about: 'Amenity types with the issues that visitors can choose and their status items.',
  },
} as const

export default {
  newType: 'New type',
  noneTitle: 'No types yet',
  search: 'Search types',
  builtIn: 'Built-in',
  issuesHelp: 'In the order that visitors see. Removed issues are no longer offered but stay in the history.',
  issueName: 'Issue name',
  issueNameNeeded: 'Enter a name in at least one language for each issue.',
  addIssue: 'Add issue',
  safety: 'Danger to people',
  statusItems: 'Status items',
  statusItemsHelp: 'One per line. New amenities of this type get them.',
  typeName: 'Type name',
  nameNeeded: 'Enter a name in at least one language.',
  language: 'Names in',
  languageHelp: 'Where a name is missing, another language is used.',
  editTitle: 'Edit {name}',
  delete: 'Delete',
  deleteTitle: 'Delete {name}',
  deleteHelp: 'No amenity uses this type.',
} as const
