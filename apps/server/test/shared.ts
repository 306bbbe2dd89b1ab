/** What the test files of one process share, where scripts/test-group.ts runs several in one. */
let open: Map<string, unknown> | undefined
const ends: (() => Promise<void>)[] = []

export const shareServers = (): void => {
  open = new Map()
}

/**
 * The same for equal keys, until the process ends; undefined where a file runs in a process of its own.
 * @param make the second value ends what the first one is
 */
export const shared = <T>(
  key: string,
  make: () => Promise<readonly [T, () => Promise<void>]>,
): Promise<T> | undefined => {
  if (!open) return undefined
  const known = open.get(key) as Promise<T> | undefined
  if (known) return known
  const made = make().then(([one, end]) => {
    ends.push(end)
    return one
  })
  open.set(key, made)
  return made
}

export const endShared = async (): Promise<void> => {
  for (const end of ends.splice(0)) await end()
}
