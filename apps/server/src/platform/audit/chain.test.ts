import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  beforeTheFirst,
  type ChainBreak,
  type ChainEnds,
  epochOf,
  hashOf,
  macOfChanges,
  macOfEnds,
  type StoredEntry,
  walkChain,
} from './chain.ts'

const key = Buffer.alloc(32, 7)
const tenantId = '019a0000-0000-7000-8000-000000000001'
const length = 300
const idOf = (n: number): string => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`

type Row = { -readonly [K in keyof StoredEntry]: StoredEntry[K] }
interface World {
  rows: Row[]
  ends: { -readonly [K in keyof ChainEnds]: ChainEnds[K] }
  mac: Uint8Array
}

const made = ((): World => {
  const rows: Row[] = []
  let hash: Uint8Array = beforeTheFirst
  for (let seq = 1; seq <= length; seq++) {
    const entry = {
      seq,
      id: idOf(seq),
      at: epochOf(new Date(1_700_000_000_000 + seq * 61_003)),
      actor_kind: seq % 5 === 0 ? 'KEY' : 'USER',
      actor_id: idOf(900 + (seq % 7)),
      action: seq % 3 ? 'admin.updateUser' : 'tasks.createTask',
      target: seq % 4 ? idOf(500 + (seq % 9)) : null,
      request_id: `request-${seq}`,
      source: seq % 2 ? 'Firefox, Linux' : null,
      fields: seq % 6 ? ['name', 'roles'].slice(seq % 3) : ['active'],
    }
    hash = hashOf(key, tenantId, hash, entry)
    const changes = seq % 2 ? `[{"field":"name","from":"${seq}","to":"b"}]` : null
    const changes_mac = changes === null ? null : macOfChanges(key, tenantId, hash, changes)
    rows.push({ ...entry, hash, changes, changes_mac })
  }
  const ends = { seq: length, hash, first_seq: 0, first_hash: beforeTheFirst }
  return { rows, ends, mac: macOfEnds(key, tenantId, ends) }
})()

const fresh = (): World => ({
  rows: made.rows.map((row) => ({ ...row, fields: [...row.fields] })),
  ends: { ...made.ends },
  mac: made.mac,
})

/** Reads the rows in database order. */
const breaksOf = ({ rows, ends, mac }: World): readonly ChainBreak[] => {
  const walk = walkChain(key, tenantId, ends, mac)
  const sorted = [...rows].sort((a, b) => a.seq - b.seq || (a.id < b.id ? -1 : 1))
  const inside = sorted.filter(({ seq }) => seq > ends.first_seq && seq <= ends.seq)
  for (let at = 0; at < inside.length; at += 64) walk.take(inside.slice(at, at + 64))
  const added = sorted.filter((row) => !inside.includes(row))
  return [...walk.finish().breaks, ...added.map(({ seq, id }): ChainBreak => ({ kind: 'ADDED', seq, id }))]
}

const rowAt = (world: World, place: number): Row => {
  const row = world.rows[place]
  assert.ok(row)
  return row
}

const edits: readonly ((row: Row, text: string) => void)[] = [
  (row, text) => {
    row.changes = `${row.changes ?? ''}${text || ' '}`
  },
  (row) => {
    // Values of another entry with their own MAC.
    const other = rowAt(made, row.seq === 1 ? 2 : 0)
    row.changes = other.changes
    row.changes_mac = other.changes_mac
  },
  (row) => {
    row.id = `${row.id.slice(0, -1)}${row.id.endsWith('f') ? 'e' : 'f'}`
  },
  (row) => {
    row.at = row.at.replace(/\d$/, (digit) => (digit === '0' ? '1' : '0'))
  },
  (row) => {
    row.actor_kind = row.actor_kind === 'USER' ? 'KEY' : 'USER'
  },
  (row, text) => {
    row.actor_id += text
  },
  (row, text) => {
    row.action += text
  },
  (row, text) => {
    row.target = row.target === null ? '' : row.target + text
  },
  (row) => {
    row.target = row.target === null ? 'null' : null
  },
  (row, text) => {
    row.request_id = text + row.request_id
  },
  (row, text) => {
    row.source = row.source === null ? text : null
  },
  (row, text) => {
    row.fields = [...row.fields, text]
  },
  // Moves text between two fields, since their boundary must be part of the MAC.
  (row) => {
    row.fields = row.fields.length > 1 ? [row.fields.join(',')] : [`${row.fields[0]}`, '']
  },
  (row) => {
    const last = row.action.slice(-1)
    row.action = row.action.slice(0, -1)
    row.actor_id += last
  },
  (row) => {
    const hash = Uint8Array.from(row.hash ?? [])
    hash[5] = (hash[5] ?? 0) ^ 1
    row.hash = hash
  },
  (row) => {
    row.hash = null
  },
]

const place = fc.integer({ min: 0, max: length - 1 })
const text = fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme' })

interface Tampering {
  readonly what: string
  readonly do: (world: World) => void
  /** number of the first reported entry; undefined: any */
  readonly names?: number | undefined
}

const tampering: fc.Arbitrary<Tampering> = fc.oneof(
  fc.tuple(place, fc.nat(edits.length - 1), text).map(([at, edit, more]) => ({
    what: `edit ${edit} of ${at + 1}`,
    do: (world: World) => edits[edit]?.(rowAt(world, at), more),
    names: at + 1,
  })),
  fc.tuple(place, fc.integer({ min: 1, max: 40 })).map(([at, count]) => ({
    what: `delete ${count} from ${at + 1}`,
    do: (world: World) => void world.rows.splice(at, count),
    names: at + 1,
  })),
  // Renumbers the rest, so that there is no gap.
  place.map((at) => ({
    what: `delete ${at + 1} and renumber`,
    do: (world: World) => {
      world.rows.splice(at, 1)
      world.rows.forEach((row, index) => {
        row.seq = index + 1
      })
    },
    names: at + 1,
  })),
  fc
    .tuple(place, place, fc.boolean())
    .filter(([a, b]) => a !== b)
    .map(([a, b, withHash]) => ({
      what: `swap ${a + 1} and ${b + 1}${withHash ? ' with their hashes' : ''}`,
      do: (world: World) => {
        const [first, second] = [{ ...rowAt(world, a) }, { ...rowAt(world, b) }]
        world.rows[a] = { ...second, seq: a + 1, ...(withHash ? {} : { hash: first.hash }) }
        world.rows[b] = { ...first, seq: b + 1, ...(withHash ? {} : { hash: second.hash }) }
      },
      names: Math.min(a, b) + 1,
    })),
  fc.tuple(place, place).map(([from, at]) => ({
    what: `insert a copy of ${from + 1} as ${at + 1}, the rest moves down`,
    do: (world: World) => {
      world.rows.splice(at, 0, { ...rowAt(world, from), id: idOf(777) })
      world.rows.forEach((row, index) => {
        row.seq = index + 1
      })
      world.ends.seq++
    },
  })),
  place.map((at) => ({
    what: `insert a second ${at + 1}`,
    do: (world: World) => void world.rows.push({ ...rowAt(world, at), id: idOf(777) }),
  })),
  fc.constantFrom(0, -5, length + 1, length + 900).map((seq) => ({
    what: `insert ${seq}`,
    do: (world: World) => void world.rows.push({ ...rowAt(world, 3), id: idOf(777), seq }),
  })),
  // Cuts the end off and adjusts the record of the ends.
  fc.integer({ min: 1, max: length - 1 }).map((kept) => ({
    what: `keep the first ${kept} and say so`,
    do: (world: World) => {
      world.rows.splice(kept)
      world.ends.seq = kept
      world.ends.hash = rowAt(world, kept - 1).hash ?? beforeTheFirst
    },
  })),
  fc.integer({ min: 1, max: length - 1 }).map((gone) => ({
    what: `forget the first ${gone} and say so`,
    do: (world: World) => {
      world.ends.first_hash = rowAt(world, gone - 1).hash ?? beforeTheFirst
      world.ends.first_seq = gone
      world.rows.splice(0, gone)
    },
  })),
  fc.constantFrom('seq', 'hash', 'first_seq', 'first_hash', 'mac').map((what) => ({
    what: `edit ${what} of the ends`,
    do: (world: World) => {
      if (what === 'seq') world.ends.seq++
      else if (what === 'first_seq') world.ends.first_seq++
      else if (what === 'hash') world.ends.hash = beforeTheFirst
      else if (what === 'first_hash') world.ends.first_hash = new Uint8Array(32).fill(1)
      else world.mac = new Uint8Array(32)
    },
  })),
  // Signed with another key: an attacker with the database but without SECRET.
  place.map((at) => ({
    what: `chain anew from ${at + 1} under another key`,
    do: (world: World) => {
      const other = Buffer.alloc(32, 8)
      let hash: Uint8Array = at === 0 ? beforeTheFirst : (rowAt(world, at - 1).hash ?? beforeTheFirst)
      for (const row of world.rows.slice(at)) {
        hash = hashOf(other, tenantId, hash, row)
        row.hash = hash
      }
      world.ends.hash = hash
      world.mac = macOfEnds(other, tenantId, world.ends)
    },
  })),
)

test('An untouched chain verifies, in batches of any size', () => {
  assert.deepEqual(breaksOf(fresh()), [])
})

test('The old and new values of an entry may be erased, and the chain still verifies', () => {
  const world = fresh()
  for (const row of world.rows) {
    row.changes = null
    row.changes_mac = null
  }
  assert.deepEqual(breaksOf(world), [])
})

test('1,000 random edits, deletes, swaps and insertions: 1,000 found, and the first broken entry named', () => {
  let tried = 0
  const kinds = new Set<string>()
  fc.assert(
    fc.property(tampering, (change) => {
      const world = fresh()
      change.do(world)
      const breaks = breaksOf(world)
      tried++
      kinds.add(change.what.replace(/\d+/g, 'n'))
      assert.ok(breaks.length > 0, change.what)
      if (change.names !== undefined) {
        const named = breaks.find(({ kind }) => kind !== 'ENDS') ?? breaks[0]
        assert.equal(named?.seq, change.names, change.what)
      }
    }),
    { numRuns: 1000 },
  )
  assert.equal(tried, 1000)
  assert.ok(kinds.size >= 14, [...kinds].join('; '))
})

test('Each break is named once, by its first entry', () => {
  const world = fresh()
  rowAt(world, 9).action = 'x'
  rowAt(world, 99).actor_id = 'x'
  rowAt(world, 100).actor_id = 'x'
  world.rows.splice(200, 3)
  assert.deepEqual(breaksOf(world), [
    { kind: 'CHANGED', seq: 10, id: idOf(10) },
    { kind: 'CHANGED', seq: 100, id: idOf(100) },
    { kind: 'MISSING', seq: 201, id: undefined },
  ])
})
