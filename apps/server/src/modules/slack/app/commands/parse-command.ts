/** What somebody typed after /facility. */
export type Command =
  | { readonly kind: 'list'; readonly which: 'mine' | 'open' | 'words'; readonly words: string }
  | { readonly kind: 'take'; readonly number: string }
  | { readonly kind: 'done'; readonly number: string; readonly note: string }
  | { readonly kind: 'status'; readonly words: string }
  | { readonly kind: 'onCall'; readonly skill: string; readonly building: string }
  | { readonly kind: 'help' }

/** The first word, and the rest. */
const split = (text: string): readonly [string, string] => {
  const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text.trim()) ?? []
  return [first, rest]
}

const numberOf = (text: string): string => text.replace(/^#/, '')

export const parseCommand = (text: string): Command => {
  const [name, rest] = split(text)
  const [first, others] = split(rest)
  switch (name.toLowerCase()) {
    case 'list': {
      const which = first.toLowerCase()
      if (which === '' || which === 'mine') return { kind: 'list', which: 'mine', words: others }
      if (which === 'open') return { kind: 'list', which, words: others }
      return { kind: 'list', which: 'words', words: rest }
    }
    case 'take':
      return { kind: 'take', number: numberOf(first) }
    case 'done':
      return { kind: 'done', number: numberOf(first), note: others }
    case 'status':
      return { kind: 'status', words: rest }
    case 'on-call': {
      const [, skill = '', building = ''] = /^(.*?)(?:\bin\s+(.+))?$/is.exec(rest) ?? []
      return { kind: 'onCall', skill: skill.trim(), building: building.trim() }
    }
    default:
      return { kind: 'help' }
  }
}
