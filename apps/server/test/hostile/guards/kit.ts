/** What a guard against hostile input is, for `npm run guards`, which takes each out once and sees its tests fail. */
import { type Proof, partly, proofs } from '../ledger.ts'

interface Change {
  /** from the root of the repository */
  readonly file: string
  /** stands exactly once in the file */
  readonly find: string
  /** what stands there when the guard is off; the file still loads */
  readonly replace: string
}

export interface Guard extends Change {
  /** of the ledger */
  readonly items: readonly number[]
  /** what it does, a few words */
  readonly guard: string
  /** where a second line holds when the first is out: it is taken out with it */
  readonly also?: readonly Change[]
  /** only these of the ledger's proofs (part of their title), where not all of the items' proofs speak of this guard */
  readonly tests?: readonly string[]
}

export const changesOf = ({ file, find, replace, also = [] }: Guard): readonly Change[] => [
  { file, find, replace },
  ...also,
]

/** The tests of the ledger of which at least one must fail for an item while the guard is off. */
export const proofsOf = ({ tests }: Guard, item: number): readonly Proof[] =>
  (proofs[item] ?? partly[item] ?? []).filter(
    ({ title }) => tests === undefined || tests.some((part) => title.includes(part)),
  )

export const timesIn = (text: string, part: string): number => text.split(part).length - 1
