/** Parses server-sent events. */

export interface Message {
  /** `message` by default */
  readonly event: string
  /** last id received so far; undefined: none yet */
  readonly id: string | undefined
  readonly data: string
}

const fieldOf = (line: string): readonly [name: string, value: string] => {
  const at = line.indexOf(':')
  if (at < 0) return [line, '']
  return [line.slice(0, at), line.slice(at + (line[at + 1] === ' ' ? 2 : 1))]
}

/** Takes text in pieces of any size. @returns the messages that each piece completes */
export const openParser = (): ((text: string) => readonly Message[]) => {
  let buffer = ''
  let event = ''
  let data: string[] = []
  let id: string | undefined
  return (text) => {
    const lines = (buffer + text).split(/\r\n|\n|\r(?!$)/)
    buffer = lines.pop() ?? ''
    const messages: Message[] = []
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) messages.push({ event: event || 'message', id, data: data.join('\n') })
        event = ''
        data = []
        continue
      }
      const [name, value] = fieldOf(line)
      if (name === 'event') event = value
      else if (name === 'data') data.push(value)
      else if (name === 'id' && !value.includes('\0')) id = value
    }
    return messages
  }
}
