/** Tokens, keys, signing in, links and single sign-on. */
import type { Guard } from './kit.ts'

export const guards: readonly Guard[] = [
  {
    items: [3],
    guard: 'a key is one of ours, by its id',
    file: 'apps/server/src/platform/crypto/keys.ts',
    find: 'rings.find(({ signing }) => signing.id === id)?.verifying',
    replace: 'current.verifying || id',
  },
]
