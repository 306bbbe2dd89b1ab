/** Strict parser of XML from outside: no DOCTYPE, no custom entities, bounded size. */
import { createRequire } from 'node:module'

export interface XmlElement {
  /** without its prefix */
  readonly name: string
  readonly namespace: string
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  readonly children: readonly XmlElement[]
  /** the text, if no element is inside; otherwise undefined */
  readonly text: string | undefined
}

export class XmlFault extends Error {}

const maxDepth = 40
const maxElements = 5000
const elementNode = 1
const textNodes = new Set([3, 4])
const commentNode = 8

interface DomNode {
  readonly nodeType: number
  readonly localName: string | null
  readonly nodeName: string
  readonly namespaceURI: string | null
  readonly nodeValue: string | null
  readonly childNodes: ArrayLike<unknown>
  readonly attributes?: ArrayLike<{ name: string; localName: string | null; value: string }>
}

interface DomParser {
  new (options: {
    locator: object
    errorHandler: Record<'warning' | 'error' | 'fatalError', (message: unknown) => void>
  }): { parseFromString(text: string, type: string): DomNode }
}

// Imported without types, which would add those of browsers to the whole server.
const { DOMParser } = createRequire(import.meta.url)('@xmldom/xmldom') as { DOMParser: DomParser }

const childrenOf = (node: DomNode): DomNode[] => Array.from(node.childNodes) as DomNode[]

/** Before any recursive code, here or in a library, runs over it. */
const assertBounded = (root: DomNode): void => {
  let level: DomNode[] = [root]
  let elements = 0
  for (let depth = 0; level.length > 0; depth++) {
    elements += level.length
    if (depth > maxDepth || elements > maxElements) throw new XmlFault('it is too deeply nested or too long')
    level = level.flatMap((node) => childrenOf(node).filter(({ nodeType }) => nodeType === elementNode))
  }
}

const read = (node: DomNode): XmlElement => {
  const children: XmlElement[] = []
  let text = ''
  for (const child of childrenOf(node)) {
    if (child.nodeType === elementNode) children.push(read(child))
    else if (textNodes.has(child.nodeType)) text += child.nodeValue ?? ''
    else if (child.nodeType !== commentNode)
      throw new XmlFault('it contains nodes other than text and elements')
  }
  return {
    name: node.localName ?? node.nodeName,
    namespace: node.namespaceURI ?? '',
    attributes: Array.from(node.attributes ?? [], ({ name, value }) => ({ name, value })),
    children,
    text: children.length === 0 ? text : undefined,
  }
}

/**
 * @param comments whether comments are allowed; never in signed documents, where they split text
 * @throws XmlFault
 */
export const parseXml = (text: string, { comments }: { comments: boolean }): XmlElement => {
  const body = text.replace(/^\ufeff?\s*<\?xml [^?]*\?>/, '')
  const bare = comments ? body.replace(/<!--(?:(?!--)[\s\S])*-->/g, '') : body
  if (/<[!?]/.test(bare)) throw new XmlFault('it contains a DOCTYPE, a processing instruction or a comment')
  const faults: string[] = []
  const note = (message: unknown): void => void faults.push(String(message))
  let root: DomNode | undefined
  try {
    const dom = new DOMParser({
      locator: {},
      errorHandler: { warning: note, error: note, fatalError: note },
    }).parseFromString(bare.trim(), 'text/xml')
    const top = childrenOf(dom)
    if (top.length === 1 && top[0]?.nodeType === elementNode) root = top[0]
  } catch (error) {
    throw new XmlFault(`it cannot be parsed: ${error instanceof Error ? error.message.slice(0, 100) : ''}`)
  }
  if (faults.length > 0 || !root) throw new XmlFault('it is not well-formed')
  assertBounded(root)
  return read(root)
}

/** All elements, the given one first. */
export const allElements = function* (element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) yield* allElements(child)
}

export const attribute = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.attributes.find((one) => one.name === name)?.value

export const childrenNamed = (
  element: XmlElement | undefined,
  namespace: string,
  name: string,
): XmlElement[] =>
  element?.children.filter((child) => child.namespace === namespace && child.name === name) ?? []

/** The only child of that name; undefined if there is none or more than one. */
export const onlyChild = (
  element: XmlElement | undefined,
  namespace: string,
  name: string,
): XmlElement | undefined => {
  const found = childrenNamed(element, namespace, name)
  return found.length === 1 ? found[0] : undefined
}

export const assertionNs = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const protocolNs = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const metadataNs = 'urn:oasis:names:tc:SAML:2.0:metadata'
export const encryptionNs = 'http://www.w3.org/2001/04/xmlenc#'
export const signatureNs = 'http://www.w3.org/2000/09/xmldsig#'
