/** Password hashing: argon2id, at most four at once, the same work for unknown people. */
import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { unavailable } from '#server/platform/errors.ts'

const argon2 = promisify(argon2Callback)
/** Cost of new hashes; a hash with another cost is replaced when it is next used. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const

const currentCost = `${cost.memory},${cost.passes},${cost.parallelism}`

let running = 0
const waiting: (() => void)[] = []

/** A hash takes 19 MiB and 27 ms, so a flood of sign-ins must not exhaust the memory. */
const withHashSlot = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= 4) {
    if (waiting.length >= 50) throw unavailable('Too many sign-ins at once; please try again', 1)
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly tagLength: number
}

const derive = (
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism, tagLength }: Cost,
): Promise<Buffer> =>
  withHashSlot(
    () =>
      argon2('argon2id', {
        message: password.normalize('NFKC'),
        nonce,
        memory,
        passes,
        parallelism,
        tagLength,
      }) as Promise<Buffer>,
  )

/** @returns `argon2id$m,t,p$salt$hash` */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const hash = await derive(password, nonce, cost)
  return ['argon2id', currentCost, nonce.toString('base64url'), hash.toString('base64url')].join('$')
}

const dummyHash = { nonce: randomBytes(16), hash: randomBytes(32) }

/** The cost that a hash was stored with. */
const costOf = (stored: string): Cost => {
  const [memory = 0, passes = 0, parallelism = 0] = (stored.split('$')[1] ?? '').split(',').map(Number)
  return { memory, passes, parallelism, tagLength: cost.tagLength }
}

export const isOutdated = (stored: string): boolean => stored.split('$')[1] !== currentCost

/** @param stored undefined for an unknown person: takes as long, and is false */
export const verifyPassword = async (
  password: string,
  stored: string | null | undefined,
): Promise<boolean> => {
  const [, , salt, hash] = stored?.split('$') ?? []
  const nonce = salt ? Buffer.from(salt, 'base64url') : dummyHash.nonce
  const expected = hash ? Buffer.from(hash, 'base64url') : dummyHash.hash
  const derived = await derive(password, nonce, stored ? costOf(stored) : cost)
  return timingSafeEqual(derived, expected) && stored !== null && stored !== undefined
}
