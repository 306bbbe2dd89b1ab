/** Differences between two states of a form, and the field that a validation error belongs to. */

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * The fields that differ: only these are sent. @param depth 2: also compares within objects that the service
 * merges, e.g. `profile.name`
 */
export const changedFields = <T extends object>(before: T, after: T, depth: 1 | 2 = 1): Partial<T> => {
  const changed: [string, unknown][] = []
  const former = before as Fields
  for (const [name, value] of Object.entries(after)) {
    const was = former[name]
    if (isSame(was, value)) continue
    changed.push([name, depth === 2 && isFields(value) && isFields(was) ? changedFields(was, value) : value])
  }
  return Object.fromEntries(changed) as Partial<T>
}

/** The form field for a path of a validation error, e.g. `body.contact.email` → `contact.email` or `contact`. */
export const fieldOf = (path: string, fields: readonly string[]): string | undefined => {
  const parts = path
    .replace(/^(body|query|params)\.?/, '')
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
  for (let length = parts.length; length > 0; length--) {
    const whole = parts.slice(0, length).join('.')
    if (fields.includes(whole)) return whole
    const last = parts[length - 1] ?? ''
    if (fields.includes(last)) return last
  }
  return undefined
}
