/**
 * A mail as its reader sees it. The page's policy takes no style from a text, and a frame would share that policy: so its
 * tables and texts are made anew here, each with the style that it says, apart from the styles of the app. No link works.
 */
import { useLayoutEffect, useRef } from 'react'

/** What mails are made of; a heading is none of this page, and a link leads nowhere. */
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
  // Under other names no browser complains of them; in what people wrote, quotes are escaped.
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
