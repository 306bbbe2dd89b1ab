/** Every guard that `npm run guards` takes out; `guards.test.ts` holds the lists to the ledger and to the files. */
import { guards as tokens } from './items-1-18.ts'
import { guards as signingIn } from './items-19-32.ts'
import { guards as providers } from './items-33-39.ts'
import { guards as tenancy } from './items-40-49.ts'
import { guards as input } from './items-50-69.ts'
import { guards as http } from './items-70-78.ts'
import { guards as strangers } from './items-79-91.ts'
import { guards as races } from './items-92-98.ts'
import type { Guard } from './kit.ts'

export const guards: readonly Guard[] = [
  ...tokens,
  ...signingIn,
  ...providers,
  ...tenancy,
  ...input,
  ...http,
  ...strangers,
  ...races,
]

/** Items of the ledger for which no line of ours can be taken out, and why. */
export const withoutGuard: Readonly<Record<number, string>> = {}
