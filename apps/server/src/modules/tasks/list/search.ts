/**
 * Word search under row security: of the words of a task, and the names of its place and assignee. A rare word is
 * looked up first and its tasks are filtered. If all words are common, the list is read in its own order and each
 * task is checked, so a page is full after a few rows.
 */
import type { TenantContext } from '#server/platform/context.ts'
import { type Named, namesWith } from './search-names.ts'
import { afterWord, numberOf, questionOf } from './search-words.ts'

/** A single word, or all words in [`from`, `to`). */
type WordRange = { readonly word: string } | { readonly from: string; readonly to: string }

/** What one word of the search finds: tasks with the word, at a place or of a person with that name. */
interface Term {
  readonly range: WordRange
  readonly named: Named | undefined
}

export interface Search {
  /** all must match, rarest first; empty if only the number is searched */
  readonly terms: readonly Term[]
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

const columns = { amenities: 'amenity_id', buildings: 'building_id', assignees: 'assignee_id' } as const
const kinds = Object.keys(columns) as (keyof Named)[]

const kindsOf = (named: Named | undefined): (keyof Named)[] =>
  named ? kinds.filter((kind) => named[kind].length > 0) : []

/** Tasks of named places and people, each id looked up in its index. */
const tasksOfNamed = (named: Named | undefined, add: Add): string[] =>
  kindsOf(named).map(
    (kind) => `select t.id as task_id from unnest(${add(named?.[kind])}::uuid[]) as k (id)
      cross join lateral (select id from task where tenant_id = $1 and ${columns[kind]} = k.id and merged_into is null offset 0) t`,
  )

/** Bounded numbers of tasks of named places and people, in the order of the words. */
const countNamed = async (
  ctx: TenantContext,
  named: readonly (Named | undefined)[],
): Promise<readonly number[]> => {
  const values: unknown[] = [ctx.tenantId]
  const add: Add = (value) => `$${values.push(value)}`
  const counts = named.map((one) => {
    const parts = tasksOfNamed(one, add)
    return parts.length === 0
      ? '0'
      : `(select count(*) from (${parts.join(' union all ')} limit ${rareAtMost + 1}) bounded)`
  })
  if (counts.every((count) => count === '0')) return named.map(() => 0)
  const [row] = await ctx.run<{ n: string[] }>(`select array[${counts.join(', ')}]::bigint[] as n`, values)
  return row?.n.map(Number) ?? []
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
  const names = await namesWith(ctx, words)
  const counts = await countNamed(ctx, names)
  const found = probes
    .map(({ place, n, first, last }) => {
      const word = words[place] ?? ''
      const ofNames = counts[place] ?? 0
      return {
        n: n + ofNames,
        range: first !== null && first === last ? { word: first } : { from: word, to: afterWord(word) },
        named: ofNames > 0 ? names[place] : undefined,
      }
    })
    .toSorted((a, b) => a.n - b.n)
  const rarest = found[0]?.n ?? 0
  if (rarest === 0) return number === null ? 'NOTHING' : { terms: [], rare: true, number }
  return { terms: found.map(({ range, named }) => ({ range, named })), rare: rarest <= rareAtMost, number }
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

const isOfNamed = (task: string, named: Named | undefined, add: Add): string[] =>
  kindsOf(named).map((kind) => `${task}.${columns[kind]} = any(${add(named?.[kind])}::uuid[])`)

/** Condition on a task `t`. */
const matches = ({ range, named }: Term, way: LookupMode, add: Add): string => {
  const ways = [...isOfNamed('t', named, add), hasWord('t.id', range, way, add)]
  return ways.length === 1 ? (ways[0] ?? '') : `(${ways.join(' or ')})`
}

/** Condition on the id of a task whose row is not read yet. */
const idMatches = (taskId: string, { range, named }: Term, add: Add): string => {
  const word = hasWord(taskId, range, 'each', add)
  const ofNamed = isOfNamed('o', named, add)
  return ofNamed.length === 0
    ? word
    : `(${word} or exists (select from task o where o.tenant_id = $1 and o.id = ${taskId} and (${ofNamed.join(' or ')}) offset 0))`
}

/** The `with` clause of a search, ending in a comma, or an empty text. $1 is the tenant. */
export const searchWith = (search: Search | undefined, add: Add): string => {
  if (!search?.rare) return ''
  const [first, ...others] = search.terms
  const sources = first && [
    `select task_id from task_word r where r.tenant_id = $1 and ${inRange('r', first.range, add)}`,
    ...tasksOfNamed(first.named, add),
  ]
  const byWords =
    sources &&
    `select f.task_id from (select distinct task_id from (${sources.join(' union all ')}) u) f
     ${others.length === 0 ? '' : `where ${others.map((term) => idMatches('f.task_id', term, add)).join(' and ')}`}`
  const byNumber =
    search.number !== null && `select id from task where tenant_id = $1 and number = ${add(search.number)}`
  return `hit (task_id) as materialized (${[byWords, byNumber].filter(Boolean).join(' union ')}), `
}

/** Conditions on a task `t`. */
export const searchConditions = (search: Search | undefined, way: LookupMode, add: Add): string[] => {
  if (!search) return []
  // A rare search reads only the tasks it found, so it needs no further conditions.
  return search.rare ? [] : search.terms.map((term) => matches(term, way, add))
}

/** Whether only the words of tasks decide, so that they can be counted without the tasks. */
export const isOnlyWords = ({ terms }: Search): boolean => terms.every(({ named }) => named === undefined)

/** Counts the tenant's tasks that have common words and no name; words of merged tasks are not stored. */
export const commonWordsStatement = (
  tenantId: string,
  { terms }: Search,
): { readonly text: string; readonly values: readonly unknown[] } => {
  const values: unknown[] = [tenantId]
  const add: Add = (value) => `$${values.push(value)}`
  const [first, ...others] = terms.map(({ range }) => range)
  if (!first) throw new Error('A search without words cannot be counted')
  const counted = 'word' in first ? 'count(*)' : 'count(distinct f.task_id)'
  const conditions = [
    'f.tenant_id = $1',
    inRange('f', first, add),
    ...others.map((range) => hasWord('f.task_id', range, 'together', add)),
  ]
  return { text: `select ${counted} as n from task_word f where ${conditions.join(' and ')}`, values }
}
