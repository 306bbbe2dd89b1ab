import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { contrast } from '#visitor/styles/accent.ts'

const source = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8').toLowerCase()

const css = readFileSync(new URL('../src/styles/tokens.css', import.meta.url), 'utf8')
const pairs = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
)
const grounds = ['bg', 'surface', 'surface-2']

/** Lowest contrast of a token on these backgrounds in both colour schemes. */
const least = (name: string, on: readonly string[]): number =>
  Math.min(
    ...on.flatMap((ground) =>
      (['light', 'dark'] as const).map((scheme) =>
        contrast(pairs.get(name)?.[scheme] ?? '', pairs.get(ground)?.[scheme] ?? ''),
      ),
    ),
  )

describe('The colours', () => {
  it('each have a light and a dark value', () => {
    assert.equal(pairs.size, css.match(/^ {2}--/gm)?.length)
    assert.ok(pairs.size >= 20)
  })

  it('are the same outside the style sheet: browser bar, grounds behind a tenant’s accent', () => {
    const { light, dark } = pairs.get('bg') ?? { light: '', dark: '' }
    for (const path of ['apps/technician/src/work.html', 'packages/field-kit/src/theme.ts'])
      for (const colour of [light, dark]) assert.ok(source(path).includes(colour), `${path} ${colour}`)
    assert.ok(source('packages/pwa/src/build.ts').includes(`background = '${light}'`))
    for (const scheme of ['light', 'dark'] as const) {
      const list = grounds.map((ground) => `'${pairs.get(ground)?.[scheme]}'`).join(', ')
      assert.ok(source('apps/visitor/src/styles/accent.ts').includes(`grounds: [${list}]`), list)
    }
  })

  it('have enough contrast: text 7:1, muted text, accent and states 4.5:1, borders of fields 3:1', () => {
    assert.ok(least('text', grounds) >= 7, `text ${least('text', grounds)}`)
    for (const name of ['muted', 'accent', 'good', 'warn', 'bad', 'info'])
      assert.ok(least(name, grounds) >= 4.5, `${name} ${least(name, grounds)}`)
    assert.ok(least('on-accent', ['accent']) >= 4.5)
    assert.ok(least('text', ['accent-soft']) >= 4.5)
    for (const name of ['border-strong', 'focus']) assert.ok(least(name, grounds) >= 3, name)
    for (const rating of [1, 2, 3, 4, 5])
      assert.ok(least(`rating-${rating}`, ['surface']) >= 3, `rating-${rating}`)
  })
})
