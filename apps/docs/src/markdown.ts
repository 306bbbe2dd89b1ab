/** Markdown as HTML. The files are our own, but raw HTML in them is shown as text all the same. */
import MarkdownIt from 'markdown-it'
import { anchorOf } from './page.ts'

const renderer = new MarkdownIt({ html: false, linkify: false, typographer: false })

renderer.core.ruler.push('anchors', (state) => {
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== 'heading_open') continue
    token.attrSet('id', anchorOf(state.tokens[index + 1]?.content ?? ''))
  }
})

/** Names each table by its chapter, since a list of landmarks with equal names leads nowhere. */
renderer.core.ruler.push('tables', (state) => {
  let chapter = ''
  const tables = new Map<string, number>()
  for (const [index, token] of state.tokens.entries()) {
    if (token.type === 'heading_open') {
      const words = state.tokens[index + 1]?.children ?? []
      chapter = words.map(({ content }) => content).join('')
    }
    if (token.type !== 'table_open') continue
    const count = (tables.get(chapter) ?? 0) + 1
    tables.set(chapter, count)
    token.attrSet('aria-label', count === 1 ? `Table: ${chapter}` : `Table ${count}: ${chapter}`)
  }
})

// A wide table scrolls by itself, also with the keyboard, so that a phone does not scroll the page sideways.
renderer.renderer.rules.table_open = (tokens, index) => {
  const label = renderer.utils.escapeHtml(String(tokens[index]?.attrGet('aria-label') ?? 'Table'))
  return `<div class="wide" tabindex="0" role="region" aria-label="${label}"><table>`
}
renderer.renderer.rules.table_close = () => '</table></div>'
const codeOf = (text: string): string =>
  `<div class="code"><pre tabindex="0"><code>${renderer.utils.escapeHtml(text)}</code></pre></div>`
renderer.renderer.rules.fence = (tokens, index) => codeOf(tokens[index]?.content ?? '')
renderer.renderer.rules.code_block = (tokens, index) => codeOf(tokens[index]?.content ?? '')

export const htmlOf = (markdown: string): string => renderer.render(markdown)
