/** Renders deploy/chart without Helm, for tests: only the template actions that the chart uses. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse, stringify } from 'yaml'

/** A Kubernetes object, as far as tests read it. */
export interface Rendered {
  readonly kind: string
  readonly metadata: { readonly name: string }
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a spec of its own.
  readonly spec: any
  readonly stringData?: Record<string, string>
}

/** @throws Error for an action that the chart does not use today */
const evaluate = (expression: string, scope: Record<string, unknown>): string => {
  const [source = '', ...filters] = expression.split('|').map((part) => part.trim())
  const words = source.split(' ')
  const name = words.at(-1) ?? ''
  if (!/^\.[A-Za-z.]+$/.test(name) || words.length > 2) throw new Error(`Unknown action: ${expression}`)
  let value: unknown = scope
  for (const key of name.slice(1).split('.')) value = (value as Record<string, unknown>)?.[key]
  if (words.length === 2) {
    if (words[0] !== 'toYaml') throw new Error(`Unknown function: ${expression}`)
    value = stringify(value).trimEnd()
  }
  for (const filter of filters) {
    const [function_ = '', argument = ''] = filter.split(' ')
    if (function_ === 'quote') value = JSON.stringify(value)
    else if (function_ === 'sha256sum') value = createHash('sha256').update(String(value)).digest('hex')
    else if (function_ === 'default') value ||= evaluate(argument, scope)
    else if (function_ === 'nindent')
      value = `\n${String(value).replace(/^/gm, ' '.repeat(Number(argument)))}`
    else throw new Error(`Unknown function: ${expression}`)
  }
  return String(value ?? '')
}

const renderTemplate = (text: string, scope: Record<string, unknown>): string => {
  const trimmed = text.replace(/\s*\{\{-/g, '{{')
  const isShown: boolean[] = []
  return trimmed
    .split(/(\{\{.*?\}\})/)
    .map((part) => {
      const action = /^\{\{\s*(.*?)\s*\}\}$/.exec(part)?.[1]
      if (action === 'end') isShown.pop()
      else if (action?.startsWith('if ')) {
        const isNegated = action.startsWith('if not ')
        const value = evaluate(action.slice(isNegated ? 7 : 3), scope)
        isShown.push((value !== '' && value !== 'false') !== isNegated)
      } else if (isShown.every(Boolean)) return action === undefined ? part : evaluate(action, scope)
      return ''
    })
    .join('')
}

/** @returns the objects of a release named "feedback" */
export const renderChart = (chart: string, values: unknown): Rendered[] =>
  globSync('templates/*.yaml', { cwd: chart })
    .sort()
    .map((file) =>
      renderTemplate(readFileSync(path.join(chart, file), 'utf8'), {
        Values: values,
        Release: { Name: 'feedback' },
      }),
    )
    .map((text) => parse(text) as Rendered | null)
    .filter((one) => one !== null)
