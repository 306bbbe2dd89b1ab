/**
 * Preview of an email. The content security policy forbids style attributes, also in a frame, so its tables and
 * texts are rebuilt with styles set by script, isolated from those of the app. Links are disabled.
 */
import { useLayoutEffect, useRef } from 'react'

/** Elements of emails; headings and links are replaced, so that they are none of this page. */
const elements: Readonly<Record<string, string>> = {
  TABLE: 'table',
  TBODY: 'tbody',
  TR: 'tr',
  TD: 'td',
  P: 'p',
  H1: 'p',
  SPAN: 'span',
  A: 'span',
  BR: 'br',
}
const attributes = ['class', 'role', 'width', 'align', 'cellpadding', 'cellspacing', 'border'] as const

const styleElement = /<style>([^<]*)<\/style>/

const copyInto = (parent: Node, from: Node): void => {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) parent.appendChild(document.createTextNode(node.textContent ?? ''))
    const name = node instanceof Element ? elements[node.tagName] : undefined
    if (!(node instanceof Element) || name === undefined) continue
    const element = document.createElement(name)
    for (const attribute of attributes) {
      const value = node.getAttribute(attribute)
      if (value !== null) element.setAttribute(attribute, value)
    }
    element.style.cssText = node.getAttribute('data-style') ?? ''
    if (node.tagName === 'A') element.style.textDecoration ||= 'underline'
    copyInto(element, node)
    parent.appendChild(element)
  }
}

const draw = (host: HTMLElement, html: string): void => {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  // Renamed, so that browsers report no policy violation. Quotes in texts are escaped, so texts cannot match.
  const plain = html.replace(styleElement, '').replaceAll(' style="', ' data-style="')
  const mail = new DOMParser().parseFromString(plain, 'text/html')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styleElement.exec(html)?.[1] ?? '')
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren()
  copyInto(root, mail.body)
}

interface RenderedMailProps {
  readonly html: string
  readonly label: string
  readonly language: string
}

export const RenderedMail = ({ html, label, language }: RenderedMailProps) => {
  const host = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (host.current) draw(host.current, html)
  }, [html])
  return <section ref={host} aria-label={label} lang={language} />
}
