import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { endpoints } from './all.ts'
import { personalMark } from './kit/personal.ts'

interface Schema {
  readonly [personalMark]?: true
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** Fields with the mark, each with the field that it is in. */
const marked = (schema: Schema | undefined, within = ''): string[] => {
  if (!schema) return []
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      const path = within ? `${within}.${name}` : name
      return field[personalMark] ? [path] : marked(field, name)
    }),
    ...marked(schema.items, within),
    ...(schema.anyOf ?? []).flatMap((branch) => marked(branch, within)),
  ]
}

test('docs/data.md lists the personal fields that support does not see', () => {
  const shown = endpoints.filter(({ access }) => access.kind === 'tenant' && access.scope === 'read')
  const fields = shown.flatMap(({ data, list, about }) =>
    [data, list, about].flatMap((schema) => marked(schema as Schema | undefined)),
  )
  const text = readFileSync(`${import.meta.dirname}/../../../docs/data.md`, 'utf8')
  const [, listed = ''] = /## What support sees[\s\S]*?```\n([\s\S]*?)```/.exec(text) ?? []
  assert.deepEqual(listed.trim().split(/[\s,]+/), [...new Set(fields)].sort())
})
