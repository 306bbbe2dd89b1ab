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
}
