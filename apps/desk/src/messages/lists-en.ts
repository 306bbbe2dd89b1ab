/** English, for what all lists and forms share, and for the overview of the set-up. */
export const listsEn = {
  lists: {
    columns: 'Columns',
    views: 'Views',
    viewNamed: (name: string) => `View: ${name}`,
    saveView: 'Save this view',
    saveViewHelp: 'Keeps the filters, the order and the columns under a name, for you alone.',
    viewNameNeeded: 'A view needs a name.',
    deleteView: (name: string) => `Delete the view ${name}`,
    selection: 'Selected rows',
    selected: (count: number) => (count === 1 ? '1 selected' : `${count} selected`),
    theirs: 'Somebody else wrote meanwhile:',
    takeTheirs: 'Take theirs',
    overtaken: 'Somebody else saved this while you were editing.',
    overtakenHelp:
      'Where you both changed something, both values stand at the field. Take theirs, or save again to keep yours.',
  },
  setup: {
    search: 'Search the set-up',
    missing: 'Still missing',
    parts: {
      facility: 'How reports are handled',
      people: 'People',
      links: 'Other systems',
      organisation: 'Organisation and data',
    },
    inPlan: (plan: string) => `Plan ${plan}`,
    gated: (plan: string) => `This comes with the plan ${plan}`,
    youHave: (plan: string) => `Your plan is ${plan}.`,
  },
  about: {
    types: 'Kinds of amenity, the issues visitors may pick and the status items.',
    rules: 'When feedback becomes a task or a notice.',
    team: 'Who works here, with which roles and for which buildings.',
    sso: 'Signing in with the accounts of your organisation.',
    keys: 'Keys with which other systems read and write here.',
    settings: 'Name, look, languages, hours, mails and what visitors are asked.',
    data: 'What is kept how long, and everything to take away.',
    audit: 'Who changed what, when and from where.',
  },
  missing: {
    buildings: 'There is no building yet. Amenities and stickers belong to one.',
    qrCodes: 'No sticker leads to an amenity yet, so nobody can report.',
    team: 'You are the only one here. Invite those who do the work.',
  },
}
