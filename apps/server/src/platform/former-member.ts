/** What stands in the place of a person's name once it was erased. */
export const formerMember = 'Former member'
