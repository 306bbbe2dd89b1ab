/** The delimiter of a table. */

/** Excel's first line that names the delimiter, such as `sep=;`, is no row of the table. */
export const splitSeparatorLine = (
  input: string,
): { readonly separator: string | undefined; readonly text: string } => {
  const text = input.startsWith('\ufeff') ? input.slice(1) : input
  const found = /^"?sep=([^"\r\n])"?[ ,;\t]*(?:\r\n|\r|\n|$)/i.exec(text)
  return { separator: found?.[1], text: text.slice(found?.[0].length ?? 0) }
}

/**
 * Spreadsheets in some countries write semicolons or tabs; the heading, which rarely contains any, shows which.
 * @param separator named by the first line
 * @returns undefined for more than `most` columns
 */
export const delimiterOf = (text: string, most: number, separator?: string): string | undefined => {
  const signs = separator === undefined ? [',', ';', '\t'] : [separator]
  const counts = new Map(signs.map((each) => [each, 0]))
  // A quoted heading cell may contain line breaks.
  const sign =
    separator === undefined ? /["\r\n,;\t]/g : new RegExp(`["\\r\\n]|${RegExp.escape(separator)}`, 'g')
  let quoted = false
  for (let found = sign.exec(text); found; found = sign.exec(text)) {
    const [at] = found
    if (at === '"') quoted = !quoted
    if (quoted || at === '"') continue
    const count = counts.get(at)
    if (count === undefined) break
    if (count + 1 >= most) return undefined
    counts.set(at, count + 1)
  }
  return signs.reduce((best, each) => ((counts.get(each) ?? 0) > (counts.get(best) ?? 0) ? each : best))
}
