/** Every guard that `npm run guards` takes out; `guards.test.ts` holds the lists to the ledger and to the files. */
import { guards as first } from './items-1-39.ts'
import { guards as second } from './items-40-98.ts'
import type { Guard } from './kit.ts'

export const guards: readonly Guard[] = [...first, ...second]

/** Items of the ledger for which no line of ours can be taken out, and why. */
export const withoutGuard: Readonly<Record<number, string>> = {}
