/** Every guard that `npm run guards` takes out; `guards.test.ts` holds the lists to the ledger and to the files. */
import { guards as tokens } from './items-1-18.ts'
import { guards as signingIn } from './items-19-32.ts'
import { guards as providers } from './items-33-39.ts'
import { guards as later } from './items-40-98.ts'
import type { Guard } from './kit.ts'

export const guards: readonly Guard[] = [...tokens, ...signingIn, ...providers, ...later]

/** Items of the ledger for which no line of ours can be taken out, and why. */
export const withoutGuard: Readonly<Record<number, string>> = {}
