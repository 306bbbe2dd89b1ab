/**
 * Word search under row security. A rare word is looked up first and its tasks are filtered. If all words are
 * common, the list is read in its own order and each task is checked, so a page is full after a few rows.
 */
import type { TenantContext } from '#server/platform/context.ts'
import { afterWord, numberOf, questionOf } from './search-words.ts'

/** A single word, or all words in [`from`, `to`). */
export type WordRange = { readonly word: string } | { readonly from: string; readonly to: string }

export interface Search {
  /** all must match, rarest first; empty if only the number is searched */
  readonly ranges: readonly WordRange[]
  /** the rarest word has few enough tasks to look them up first */
  readonly rare: boolean
  /** alternatively the task with this number */
  readonly number: number | null
}

/** A word with at most this many tasks is rare. */
const rareAtMost = 10_000

const probe = (place: number): string => {
  const range = `tenant_id = $1 and word >= $${place * 2 + 2} and word < $${place * 2 + 3}`
  return `select ${place} as place, (select count(*) from (select from task_word where ${range} limit ${rareAtMost + 1}) bounded) as n,
    (select min(word) from task_word where ${range}) as first, (select max(word) from task_word where ${range}) as last`
}

/**
 * Parses a search; undefined if there is none.
 * @returns 'NOTHING' if no task can match
 */
export const readSearch = async (
  ctx: TenantContext,
  q: string | undefined,
): Promise<Search | 'NOTHING' | undefined> => {
  if (q === undefined || q === '') return undefined
  const words = questionOf(q)
  const number = numberOf(q)
  if (words.length === 0) return 'NOTHING'
  const probes = await ctx.run<{ place: number; n: number; first: string | null; last: string | null }>(
    words.map((_, place) => probe(place)).join(' union all '),
    [ctx.tenantId, ...words.flatMap((word) => [word, afterWord(word)])],
  )
  const found = probes
    .toSorted((a, b) => a.n - b.n)
    .map(({ place, n, first, last }) => {
      const word = words[place] ?? ''
      return {
        n,
        range: first !== null && first === last ? { word: first } : { from: word, to: afterWord(word) },
      }
    })
  const rarest = found[0]?.n ?? 0
  if (rarest === 0) return number === null ? 'NOTHING' : { ranges: [], rare: true, number }
  return { ranges: found.map(({ range }) => range), rare: rarest <= rareAtMost, number }
}

type Add = (value: unknown) => string

const inRange = (alias: string, range: WordRange, add: Add): string =>
  'word' in range
    ? `${alias}.word = ${add(range.word)}`
    : `${alias}.word >= ${add(range.from)} and ${alias}.word < ${add(range.to)}`

/** 'each': looked up for each task; 'together': read once for all, if most tasks are needed. */
type LookupMode = 'each' | 'together'

// `offset 0` keeps the planner from joining a range of a million words for twenty tasks, since with parameters it
// takes any word for rare. `is true` prevents a nested loop over two such ranges.
const hasWord = (taskId: string, range: WordRange, way: LookupMode, add: Add): string =>
  way === 'each'
    ? `exists (select from task_word w where w.tenant_id = $1 and w.task_id = ${taskId} and ${inRange('w', range, add)} offset 0)`
    : `(exists (select from task_word w where w.tenant_id = $1 and w.task_id = ${taskId} and ${inRange('w', range, add)})) is true`

/** The `with` clause of a search, ending in a comma, or an empty text. $1 is the tenant. */
export const searchWith = (search: Search | undefined, add: Add): string => {
  if (!search?.rare) return ''
  const [first, ...others] = search.ranges
  const byWords =
    first &&
    `select f.task_id from (select distinct task_id from task_word r where r.tenant_id = $1 and ${inRange('r', first, add)}) f
     ${others.length === 0 ? '' : `where ${others.map((range) => hasWord('f.task_id', range, 'each', add)).join(' and ')}`}`
  const byNumber =
    search.number !== null && `select id from task where tenant_id = $1 and number = ${add(search.number)}`
  return `hit (task_id) as materialized (${[byWords, byNumber].filter(Boolean).join(' union ')}), `
}

/** Conditions on a task `t`. */
export const searchConditions = (search: Search | undefined, way: LookupMode, add: Add): string[] => {
  if (!search) return []
  // A rare search reads only the tasks it found, so it needs no further conditions.
  return search.rare ? [] : search.ranges.map((range) => hasWord('t.id', range, way, add))
}

/** Counts the tenant's tasks that have common words; words of merged tasks are not stored. */
export const commonWordsStatement = (
  tenantId: string,
  { ranges }: Search,
): { readonly text: string; readonly values: readonly unknown[] } => {
  const values: unknown[] = [tenantId]
  const add: Add = (value) => `$${values.push(value)}`
  const [first, ...others] = ranges
  if (!first) throw new Error('A search without words cannot be counted')
  const counted = 'word' in first ? 'count(*)' : 'count(distinct f.task_id)'
  const conditions = [
    'f.tenant_id = $1',
    inRange('f', first, add),
    ...others.map((range) => hasWord('f.task_id', range, 'together', add)),
  ]
  return { text: `select ${counted} as n from task_word f where ${conditions.join(' and ')}`, values }
}
