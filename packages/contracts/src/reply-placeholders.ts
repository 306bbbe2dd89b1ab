/** Placeholders in templates of replies; each is safe for visitors to read. */

/** `place`: amenity and location of the submission; `organization`: the name shown to visitors. */
export const replyPlaceholders = ['place', 'organization'] as const
export type ReplyPlaceholder = (typeof replyPlaceholders)[number]

const isKnown = (name: string): name is ReplyPlaceholder =>
  (replyPlaceholders as readonly string[]).includes(name)

/** What is in braces but no placeholder, braces included. */
export const unknownPlaceholders = (text: string): string[] =>
  Array.from(text.matchAll(/\{([^{}]*)\}/g)).flatMap(([whole, name = '']) => (isKnown(name) ? [] : [whole]))

/** The placeholders that a text has. */
export const placeholdersIn = (text: string): ReplyPlaceholder[] =>
  replyPlaceholders.filter((name) => text.includes(`{${name}}`))

/** Fills in what is known; other placeholders stay. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Partial<Record<ReplyPlaceholder, string>>>,
): string =>
  text.replaceAll(
    /\{([^{}]*)\}/g,
    (whole, name: string) => (isKnown(name) ? values[name] : undefined) ?? whole,
  )
