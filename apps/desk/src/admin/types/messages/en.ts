/** Texts of the types and issues in ICU message format. The other languages have exactly these keys. */

export const places = {
  types: {
    name: 'Types and issues',
    about: 'Kinds of amenity, the issues visitors may pick and the status items.',
  },
} as const

export default {
  newType: 'New type',
  noneTitle: 'There is no type yet',
  search: 'Search types',
  builtIn: 'Built in',
  issuesHelp:
    'In the order in which visitors see them. What is taken out is no longer offered; history keeps it.',
  issueName: 'Name of the issue',
  issueNameNeeded: 'Every issue needs a name in at least one language.',
  addIssue: 'Add an issue',
  safety: 'Danger to people',
  statusItems: 'Status items',
  statusItemsHelp: 'One a line; a new amenity of this type gets them.',
  typeName: 'Name of the type',
  nameNeeded: 'A type needs a name in at least one language.',
  language: 'Names in',
  languageHelp: 'A language without a name falls back to another.',
  editTitle: 'Edit {name}',
  delete: 'Delete',
  deleteTitle: 'Delete {name}',
  deleteHelp: 'No amenity has this type.',
} as const
