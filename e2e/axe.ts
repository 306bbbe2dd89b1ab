/** What axe finds wrong with a page as it stands. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

interface Tool {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** @returns the rules that are broken, each with the first place that breaks it */
export const axeFindings = async (page: Page): Promise<string[]> => {
  // The page's policy lets no script in; the debugger's evaluation is not bound by it.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(script)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Tool }
    return (await axe.run({ rules: { 'target-size': { enabled: true } } })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
    )
  })
}
