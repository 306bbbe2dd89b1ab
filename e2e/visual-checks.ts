/** Visual checks of a page: a number broken in two, overlapping texts, a button whose label is not centred. */
import type { Page } from 'playwright-core'

/** Runs in the page. */
const check = async (): Promise<string[]> => {
  interface Box {
    readonly top: number
    readonly bottom: number
    readonly left: number
    readonly right: number
    readonly width: number
    readonly height: number
  }
  interface Node {
    readonly textContent: string | null
    readonly parentElement: Element | null
  }
  interface Element extends Node {
    checkVisibility(options: object): boolean
    closest(selector: string): Element | null
    querySelector(selector: string): Element | null
    getBoundingClientRect(): Box
  }
  interface Range {
    selectNodeContents(node: Node): void
    setStart(node: Node, at: number): void
    setEnd(node: Node, at: number): void
    getClientRects(): Iterable<Box>
  }
  interface Style {
    readonly position: string
    readonly clipPath: string
    readonly overflowX: string
    readonly overflowY: string
  }
  interface Movement {
    readonly effect: { getComputedTiming(): { readonly endTime: number } } | null
    readonly playState: string
    readonly finished: Promise<unknown>
  }
  const { document, getComputedStyle } = globalThis as unknown as {
    document: {
      getAnimations(): readonly Movement[]
      body: Element
      createRange(): Range
      createTreeWalker(root: unknown, what: number): { nextNode(): Node | null }
      querySelectorAll(selector: string): Iterable<Element>
    }
    getComputedStyle(element: Element): Style
  }
  // The label of a button that has finished is moving back to its middle; a spinner never ends.
  const ending = document
    .getAnimations()
    .filter(
      ({ effect, playState }) =>
        playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
    )
  await Promise.allSettled(ending.map(({ finished }) => finished))
  /** Not fixed and not clipped: fixed elements may cover the page, and scroll containers cut their content. */
  const stands = (element: Element): boolean => {
    for (let one: Element | null = element; one; one = one.parentElement) {
      const { position, clipPath, overflowX, overflowY } = getComputedStyle(one)
      if (clipPath !== 'none' || position === 'fixed' || position === 'sticky') return false
      if (one !== document.body && `${overflowX} ${overflowY}` !== 'visible visible') return false
    }
    return true
  }
  const found = new Set<string>()
  const quoted = (text: string | null): string => `“${(text ?? '').trim().slice(0, 40)}”`
  const boxes: { readonly box: Box; readonly text: string; readonly of: Element }[] = []
  const textNodes = 4
  const walker = document.createTreeWalker(document.body, textNodes)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: of, textContent } = node
    const text = textContent ?? ''
    if (!of || text.trim() === '' || of.closest('script, style, noscript, svg')) continue
    if (!of.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || !stands(of)) continue
    const range = document.createRange()
    // Addresses and codes may break anywhere, numbers nowhere.
    if (!of.closest('code, pre, a, bdi'))
      for (const { 0: number, index } of text.matchAll(/\d[\d.,:/]*\d/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + number.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.add(`${number} is broken in two`)
      }
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) if (box.width > 2) boxes.push({ box, text, of })
  }
  boxes.sort((one, other) => one.box.top - other.box.top)
  for (const [index, { box, text, of }] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      if (other.box.top > box.bottom - 6) break
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const down = Math.min(box.bottom, other.box.bottom) - other.box.top
      // Lines of small type may touch; texts that are read together may not.
      if (of !== other.of && across > 3 && down > 6)
        found.add(`${quoted(text)} lies on ${quoted(other.text)}`)
    }
  for (const label of document.querySelectorAll('.mantine-Button-label')) {
    // While a button works, its label makes room for a spinner.
    const button = label.closest('.mantine-Button-root:not([data-loading])')?.getBoundingClientRect()
    const { top, bottom, height } = label.getBoundingClientRect()
    if (button && height > 0 && Math.abs(top + bottom - button.top - button.bottom) > 4)
      found.add(`${quoted(label.textContent)} is not in the middle of its button`)
  }
  return [...found]
}

/** @returns a sentence for each finding */
export const visualFaults = (page: Page): Promise<string[]> => page.evaluate(check)
