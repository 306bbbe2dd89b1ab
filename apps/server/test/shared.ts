/** Values shared by the test files of one process (scripts/test-group.ts). */
let open: Map<string, unknown> | undefined
const ends: (() => Promise<void>)[] = []

export const shareServers = (): void => {
  open = new Map()
}

/**
 * Returns the same value for equal keys until the process ends; undefined if a file has its own process. It is an
 * async function, because hooks of a file that itself awaits the promise of another file are never run.
 * @param make the second value disposes of the first
 */
export const shared = async <T>(
  key: string,
  make: () => Promise<readonly [T, () => Promise<void>]>,
): Promise<T | undefined> => {
  if (!open) return undefined
  const known = open.get(key) as Promise<T> | undefined
  if (known) return await known
  const made = make().then(([one, end]) => {
    ends.push(end)
    return one
  })
  open.set(key, made)
  return await made
}

export const endShared = async (): Promise<void> => {
  for (const end of ends.splice(0)) await end()
}
