/** A page of the documentation as Markdown. */
export interface Page {
  /** below /docs; empty for the start */
  readonly path: string
  readonly title: string
  readonly section: string
  readonly markdown: string
  /** from the root of the repository; undefined for a page that is made from contracts */
  readonly file?: string
}

export const addressOf = ({ path }: Pick<Page, 'path'>): string => (path === '' ? '/docs' : `/docs/${path}`)

/** @throws Error if there is no heading */
export const titleOf = (markdown: string, name: string): string => {
  const title = /^# (.+)$/m.exec(markdown)?.[1]
  if (title === undefined) throw new Error(`${name} has no heading of level 1`)
  return title.replaceAll('`', '')
}

/** The chapter with that heading as a page of its own. */
export const chapterOf = (markdown: string, heading: string): string => {
  const from = markdown.indexOf(`\n## ${heading}\n`)
  if (from === -1) throw new Error(`There is no chapter ${heading}`)
  const until = markdown.indexOf('\n## ', from + 1)
  return markdown
    .slice(from + 1, until === -1 ? undefined : until)
    .replace(/^## /, '# ')
    .replaceAll('\n### ', '\n## ')
}

/** Anchor of a heading, as GitHub makes it, so that the same links work in the repository. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** Text outside of fenced code, as parts that alternate with it. */
export const outsideCode = (markdown: string, change: (text: string) => string): string =>
  markdown
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')

export const headingsOf = (markdown: string): string[] => {
  const found: string[] = []
  outsideCode(markdown, (text) => {
    for (const [, heading = ''] of text.matchAll(/^#{1,4} (.+)$/gm)) found.push(heading)
    return text
  })
  return found
}
