/** Word search: which words a text is found by, and which words a query needs. */
import type { TenantContext } from '#server/platform/context.ts'
import { foldText } from '#server/platform/fold-text.ts'

const longest = 32
const mostWords = 1200
/** length of the fragments stored for each position in a run without blanks */
const unspacedLength = 8

/** Scripts without blanks between words: a word may begin at any position. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u
const parts = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}\p{C}\p{Z}]/gu
/** Punctuation that people leave out or add without meaning. */
const looseSign = /^[.,;:!?'"()/–—-]$/u

const cut = (word: string): string => [...word].slice(0, longest).join('')

export const isUnspaced = (word: string): boolean => unspaced.test(word)

const split = (text: string): string[] => [...foldText(text).matchAll(parts)].map(([part]) => part)

/** The distinct words of a text. Each sign is a word of its own, so that `%` finds texts that contain it. */
export const wordsOf = (...texts: readonly string[]): string[] => {
  const words = new Set<string>()
  for (const text of texts) {
    for (const part of split(text)) {
      if (isUnspaced(part)) {
        const signs = [...part]
        for (let start = 0; start < signs.length; start++)
          words.add(signs.slice(start, start + unspacedLength).join(''))
      } else words.add(cut(part))
      if (words.size >= mostWords) return [...words].slice(0, mostWords)
    }
  }
  return [...words]
}

/**
 * Word prefixes that must all match: at most ten, the longest ones. Punctuation counts only if there is nothing
 * else.
 */
export const questionOf = (q: string): string[] => {
  const all = split(q)
  const meant = all.filter((part) => !looseSign.test(part))
  const asked = new Set(
    (meant.length > 0 ? meant : all).map((part) =>
      isUnspaced(part) ? [...part].slice(0, unspacedLength).join('') : cut(part),
    ),
  )
  return [...asked].sort((a, b) => b.length - a.length).slice(0, 10)
}

/** The task number if the query is `12` or `#12`. */
export const numberOf = (q: string): number | null => {
  const digits = /^#?\s*(\d{1,15})$/.exec(q.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Upper bound, exclusive, of all words that begin with `word`. */
export const afterWord = (word: string): string => `${word}\u{10ffff}`

/** Removes tasks from the search. */
export const removeWords = async (ctx: TenantContext, taskIds: readonly string[]): Promise<void> => {
  await ctx.run('delete from task_word where tenant_id = $1 and task_id = any($2::uuid[])', [
    ctx.tenantId,
    taskIds,
  ])
}

/** Stores the words of a changed text. */
export const writeWords = async (
  ctx: TenantContext,
  taskId: string,
  texts: readonly string[],
): Promise<void> => {
  await removeWords(ctx, [taskId])
  await ctx.run(
    'insert into task_word (tenant_id, task_id, word) select $1, $2, word from unnest($3::text[]) as word returning 1',
    [ctx.tenantId, taskId, wordsOf(...texts)],
  )
}
