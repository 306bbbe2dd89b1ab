/** Shown in place of a person's erased name. */
export const formerMember = 'Former member'
