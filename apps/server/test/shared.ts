/** Values shared by the test files of one process (scripts/test-group.ts). */
let open: Map<string, unknown> | undefined
const ends: (() => Promise<void>)[] = []

export const shareServers = (): void => {
  open = new Map()
}

/**
 * Returns the same value for equal keys until the process ends; undefined if a file has its own process.
 * @param make the second value disposes of the first
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
