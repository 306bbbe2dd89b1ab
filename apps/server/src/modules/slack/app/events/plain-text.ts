/** Slack's markup as text that people read: links as addresses or their names, mentions as names. */
const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

export const plainText = (text: string): string =>
  text
    .replace(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_, target: string, name: string | undefined) => {
      if (/^[@#!]/.test(target)) return name ? `${target[0] === '#' ? '#' : '@'}${name}` : target
      return name && name !== target ? `${name} (${target})` : target
    })
    .replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity)
