/** Runs the named tests of a ledger in a copy of the project and says how each of them ended. */
import path from 'node:path'
import { run } from 'node:test'
import type { Proof } from '#test/hostile/ledger.ts'

/** `asserted`: it failed by an assertion; `broke`: in another way, which proves nothing. */
export type Ending = 'passed' | 'asserted' | 'broke'

export interface Outcome {
  /** by `keyOf`; a test that did not run is missing */
  readonly endings: ReadonlyMap<string, { readonly ending: Ending; readonly message: string }>
  /** what else went wrong: a file that does not load, a test that never ended */
  readonly trouble: string
}

export interface Copy {
  readonly folder: string
  readonly databaseUrl: string
  readonly env: NodeJS.ProcessEnv
  /** of one run, milliseconds */
  readonly limit: number
  readonly signal: AbortSignal
}

export const keyOf = ({ file, title }: Proof): string => `${file}\0${title}`

/** An assertion, also one that a property-based test or a helper wraps. */
const isAssertion = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && one.code === 'ERR_ASSERTION') return true
  return false
}

/** What was wrong, without the frame that deepEqual puts around it. */
const inShort = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error ?? ''))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(Expected values to be|\+ actual - expected)/.test(line))
    .slice(0, 4)
    .join(' ')
    .slice(0, 200)

const worse = (one: Ending | undefined, other: Ending): boolean =>
  one === undefined || one === 'passed' || other === 'asserted'

export const runProofs = async (copy: Copy, proofs: readonly Proof[]): Promise<Outcome> => {
  const files = [...new Set(proofs.map(({ file }) => path.join(copy.folder, file)))]
  const tooLong = AbortSignal.timeout(copy.limit)
  const endings = new Map<string, { ending: Ending; message: string }>()
  const note = (file: string | undefined, name: string, ending: Ending, message: string): boolean => {
    const hit = proofs.filter(
      (proof) => name.includes(proof.title) && file === path.join(copy.folder, proof.file),
    )
    for (const proof of hit)
      if (worse(endings.get(keyOf(proof))?.ending, ending)) endings.set(keyOf(proof), { ending, message })
    return hit.length > 0
  }
  let trouble = ''
  const stream = run({
    files,
    cwd: copy.folder,
    concurrency: 1,
    testNamePatterns: proofs.map(({ title }) => new RegExp(RegExp.escape(title))),
    timeout: copy.limit,
    signal: AbortSignal.any([tooLong, copy.signal]),
    env: copy.env,
  })
  stream.on('test:pass', ({ file, name, skip }) => {
    if (skip === undefined) note(file, name, 'passed', '')
  })
  stream.on('test:fail', ({ file, name, details: { error } }) => {
    const cause = error.cause ?? error
    const isOwn = 'failureType' in error && error.failureType === 'testCodeFailure'
    const ending = isOwn && isAssertion(cause) ? 'asserted' : 'broke'
    if (!note(file, name, ending, inShort(cause))) trouble ||= inShort(cause)
  })
  stream.on('test:stderr', ({ message }) => {
    const error = /^\w*Error\b.*$/m.exec(message)?.[0]
    if (error) trouble ||= error.slice(0, 160)
  })
  stream.resume()
  await new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject))
  return { endings, trouble: tooLong.aborted ? `not done after ${copy.limit / 1000} s` : trouble }
}
