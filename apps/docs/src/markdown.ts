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

// A wide table scrolls by itself, also with the keyboard, so that a phone does not scroll the page sideways.
renderer.renderer.rules.table_open = () =>
  '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>'
renderer.renderer.rules.table_close = () => '</table></div>'
renderer.renderer.rules.fence = (tokens, index) => {
  const code = renderer.utils.escapeHtml(tokens[index]?.content ?? '')
  return `<div class="code"><pre tabindex="0"><code>${code}</code></pre></div>`
}

export const htmlOf = (markdown: string): string => renderer.render(markdown)
