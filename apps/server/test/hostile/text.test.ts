/** Values that no honest client sends, in every field of bodies and queries. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { handlers } from '../../build.ts'
import { threadTimeOf } from '../cpu-time.ts'
import { rounds } from '../rounds.ts'
import { startTestServer } from '../server.ts'
import {
  bodyFor,
  callRightly,
  createEverything,
  credentialsOf,
  type Everything,
  pathFor,
  questionOf,
} from './everything.ts'
import { type Leaf, leavesOf, nameOf, type Schema, withValue } from './leaves.ts'

const server = await startTestServer({ worker: false })
const specs = handlers.map(({ spec }) => spec)

let world: Everything
before(async () => {
  world = await createEverything(server)
})

const isText = ({ schema }: Leaf): boolean => schema.type === 'string' && schema.enum === undefined

const isDay = ({ schema }: Leaf): boolean => schema['x-format'] === 'instant' || schema['x-format'] === 'date'

/** Values that look like a date or an instant but are not. */
const noDays = ({ schema }: Leaf): string[] => {
  const time = schema['x-format'] === 'instant' ? 'T08:00:00Z' : ''
  return [
    `0000-01-01${time}`,
    `+275760-09-13${time}`,
    `-000001-01-01${time}`,
    `2026-02-30${time}`,
    `2026-13-01${time}`,
    `2026-11-00${time}`,
    'now',
    'infinity',
    'epoch',
    '',
    ' ',
    '2026-11-20T08:00:00+25:00',
    '2026-11-20T08:00:00+15:00',
    '2026-11-20T08:00:00-23:59',
    '2026-11-20T24:00:01Z',
    '2026-11-20T08:00:00',
    "2026-11-20T08:00:00Z'; drop table task; --",
  ]
}

const known = new Set<string>()
/** A schema rejects a value wherever it is used: so all values at its first field, and one at later ones. */
const worth = <T>(what: string, { schema }: Leaf, values: readonly T[]): readonly T[] => {
  const key = `${what} ${JSON.stringify(schema)}`
  const isNew = !known.has(key)
  known.add(key)
  return values.slice(0, isNew ? values.length : rounds(1, values.length))
}

for (const spec of specs) {
  const { body } = spec
  // A provider signs the bytes of its calls, so signed.test.ts sends those.
  if (!body || spec.access.kind === 'signed') continue
  const name = `${spec.method} ${spec.path}`
  const leaves = leavesOf(body as Schema)
  const right = () => bodyFor(spec, world)
  const send = (leaf: Leaf, value: unknown) =>
    callRightly(server, spec, world, { body: withValue(body as Schema, right(), leaf.path, value) })
  const refused = async (what: string, leaf: Leaf, values: readonly unknown[]): Promise<void> => {
    for (const value of worth(what, leaf, values)) {
      const reply = await send(leaf, value)
      const shown = JSON.stringify(value)?.slice(0, 40)
      const blamed = `${shown} as ${nameOf(leaf)}: ${reply.text.slice(0, 300)}`
      assert.equal(reply.json.code, 'VALIDATION_ERROR', blamed)
      assert.ok(
        reply.json.details?.some(({ path }) => path.startsWith(`body.${leaf.path[0]}`)),
        blamed,
      )
    }
  }

  const texts = leaves.filter(isText)
  const lines = texts.filter(({ schema }) => schema['x-text'] === 'line')
  if (lines.length > 0) {
    test(`${name} refuses bidi overrides, invisible and control characters in single-line texts`, async () => {
      const bad = [
        'a\u202ab',
        'a\u202bb',
        'a\u202db',
        'a\u202eb',
        'a\u2066b',
        'a\u2067b',
        'a\u2068b',
        'a\u2069b',
        'a\u200bb',
        'a\ufeffb',
        'a\u2060b',
        'a\nb',
        'a\tb',
        'a\u0007b',
        'a\u007fb',
        'a\u2028b',
        'a\u0085b',
      ]
      for (const leaf of lines) await refused('line', leaf, bad)
    })
  }

  const bounded = texts.filter(({ schema }) => schema.maxLength !== undefined)
  if (bounded.length > 0) {
    test(`${name} refuses text that is one character too long, also with characters of four bytes`, async () => {
      for (const leaf of bounded) {
        const over = (leaf.schema.maxLength ?? 0) + 1
        if (over < 100_000) await refused('bound', leaf, ['a'.repeat(over), '\u{1f9fb}'.repeat(over)])
      }
    })
  }

  if (texts.length > 0) {
    test(`${name} answers within 50 ms to text designed to slow down its validation`, async () => {
      const slow = [
        `${'a'.repeat(50_000)}!`,
        `${' '.repeat(50_000)}x`,
        `a@${'a.'.repeat(25_000)}!`,
        `${'+49 '.repeat(12_500)}!`,
        `${'https://a'.repeat(5_000)}\n`,
        `${'\u0301'.repeat(50_000)}x`,
      ]
      for (const leaf of texts) {
        for (const value of worth('slow', leaf, slow)) {
          let fastest = Number.POSITIVE_INFINITY
          // CPU time of this thread, and the least of several, since an exploding pattern is slow each time.
          for (let attempt = 0; attempt < (fastest > 1000 ? 2 : 20) && fastest > 50; attempt++) {
            const taken = await threadTimeOf(async () => {
              const reply = await send(leaf, value)
              assert.ok(reply.status < 500, `${nameOf(leaf)}: ${reply.text.slice(0, 200)}`)
              // A value that is valid after trimming has effects whose time is not that of validation.
              if (reply.status < 300) fastest = 0
            })
            fastest = Math.min(fastest, taken)
          }
          assert.ok(fastest <= 50, `${nameOf(leaf)} ${value.slice(0, 8)}: ${fastest} ms`)
        }
      }
    })
  }

  const numbers = leaves.filter(({ schema }) => schema.type === 'integer' || schema.type === 'number')
  if (numbers.length > 0) {
    test(`${name} accepts numbers only as JSON numbers and within their limits`, async () => {
      for (const leaf of numbers) {
        const { type, minimum, maximum } = leaf.schema
        await refused('number', leaf, [
          '4',
          '',
          true,
          [4],
          1e300,
          2 ** 53 + 2,
          ...(leaf.nullable ? [] : [null]),
          ...(type === 'integer' ? [4.5] : []),
          ...(minimum === undefined ? [] : [minimum - 1]),
          ...(maximum === undefined ? [] : [maximum + 1]),
        ])
      }
    })
  }

  const days = leaves.filter(isDay)
  if (days.length > 0) {
    test(`${name} refuses dates and times that do not exist`, async () => {
      for (const leaf of days) await refused('day', leaf, [...noDays(leaf), 0])
    })
  }

  const flags = leaves.filter(({ schema, nullable }) => schema.type === 'boolean' && !nullable)
  if (flags.length > 0) {
    test(`${name} accepts only true and false for booleans`, async () => {
      for (const leaf of flags) await refused('flag', leaf, ['true', 1, 0, '', null, []])
    })
  }
}

/** A valid call except for its query. */
const asked = (spec: (typeof specs)[number]) => ({
  ...credentialsOf(spec, world),
  body: bodyFor(spec, world),
})

for (const spec of specs) {
  const texts = spec.query ? leavesOf(spec.query as Schema).filter(isText) : []
  if (texts.length === 0) continue
  test(`${spec.method} ${spec.path} refuses NUL, invalid UTF-8 and too long values in its query`, async () => {
    const base = { ...(spec.name === 'verifyMagicLink' ? { token: 'x' } : {}) }
    const ask = (name: string, encoded: string) => {
      const others = Object.entries(base).filter(([other]) => other !== name)
      const query = [...others.map(([other, value]) => `${other}=${value}`), `${name}=${encoded}`].join('&')
      // Drops the query of the example.
      const [path] = pathFor(spec, world).split('?')
      return server.call(spec.method, `${path}?${query}`, asked(spec))
    }
    for (const leaf of texts) {
      const name = String(leaf.path[0])
      for (const encoded of ['a%00b', '%ed%a0%80', '%c0%af', '%ff', '%', `${'a'.repeat(7000)}!`]) {
        let fastest = Number.POSITIVE_INFINITY
        for (let attempt = 0; attempt < 20 && fastest > 50; attempt++) {
          const taken = await threadTimeOf(async () => {
            const reply = await ask(name, encoded)
            const said = `${name}=${encoded.slice(0, 20)}: ${reply.text.slice(0, 200)}`
            assert.equal(reply.json.code, 'VALIDATION_ERROR', said)
          })
          fastest = Math.min(fastest, taken)
        }
        assert.ok(fastest <= 50, `${name}: ${fastest} ms`)
      }
    }
  })
}

for (const spec of specs) {
  const closed = (spec.query ? leavesOf(spec.query as Schema) : []).filter(
    ({ schema }) => schema.enum || schema.pattern || schema.type === 'integer' || schema.type === 'boolean',
  )
  if (closed.length === 0) continue
  test(`${spec.method} ${spec.path} refuses characters of SQL and of patterns in enum parameters of its query`, async () => {
    for (const name of new Set(closed.map(({ path }) => String(path[0])))) {
      for (const value of [
        "DONE'",
        "ADMIN' or '1'='1",
        '%',
        '_',
        '\\',
        '*',
        '$1',
        "'; drop table task; --",
        'x'.repeat(10_000),
      ]) {
        const reply = await server.call(
          spec.method,
          `${questionOf(spec, world)}${name}=${encodeURIComponent(value)}`,
          asked(spec),
        )
        assert.equal(
          reply.json.code,
          'VALIDATION_ERROR',
          `${name}=${value.slice(0, 30)}: ${reply.text.slice(0, 200)}`,
        )
      }
    }
  })
}

for (const spec of specs) {
  const days = spec.query ? leavesOf(spec.query as Schema).filter(isDay) : []
  if (days.length === 0) continue
  test(`${spec.method} ${spec.path} refuses non-existent dates and times in its query`, async () => {
    for (const leaf of days) {
      const name = String(leaf.path[0])
      for (const value of noDays(leaf)) {
        const reply = await server.call(
          spec.method,
          `${questionOf(spec, world)}${name}=${encodeURIComponent(value)}`,
          asked(spec),
        )
        assert.equal(reply.json.code, 'VALIDATION_ERROR', `${name}=${value}: ${reply.text.slice(0, 200)}`)
        assert.ok(reply.json.details?.some(({ path }) => path.startsWith(`query.${name}`)))
      }
    }
  })
}
