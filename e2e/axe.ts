/** Runs axe on a page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

interface Tool {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** @returns the violated rules, each with the first element that violates it */
export const axeFindings = async (page: Page): Promise<string[]> => {
  // The content security policy blocks scripts; evaluation through the debugger is exempt.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(script)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Tool }
    // Selectors of all elements, which nobody reads, take as long as the rules themselves.
    const options = { resultTypes: ['violations'], selectors: false, preload: false }
    return (await axe.run({ ...options, rules: { 'target-size': { enabled: true } } })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
    )
  })
}
