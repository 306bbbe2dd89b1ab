/** Runs tests of a ledger in a copy of the project and reports how each ended. */
import path from 'node:path'
import { run } from 'node:test'
import type { Proof } from '#test/hostile/proof.ts'

/** `asserted`: an assertion failed; `broke`: it failed otherwise, which proves nothing. Later ones take precedence. */
const endings = ['passed', 'broke', 'asserted'] as const

export interface Ended {
  readonly ending: (typeof endings)[number]
  readonly message: string
}

export interface Copy {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
}

const msPerFile = 240_000

/** Whether it is an assertion error, also wrapped by a property-based test or a helper. */
const isAssertion = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && one.code === 'ERR_ASSERTION') return true
  return false
}

/** @returns endings; a test that did not run is missing */
export const runProofs = async (copy: Copy, proofs: readonly Proof[]): Promise<Map<Proof, Ended>> => {
  const found = new Map<Proof, Ended>()
  const note = (file: string | undefined, name: string, ended: Ended): void => {
    for (const proof of proofs) {
      if (!name.includes(proof.title) || file !== path.join(copy.folder, proof.file)) continue
      const before = found.get(proof)?.ending ?? 'passed'
      if (endings.indexOf(ended.ending) >= endings.indexOf(before)) found.set(proof, ended)
    }
  }
  const files = [...new Set(proofs.map(({ file }) => path.join(copy.folder, file)))]
  const stream = run({
    files,
    cwd: copy.folder,
    concurrency: 1,
    testNamePatterns: proofs.map(({ title }) => new RegExp(RegExp.escape(title))),
    timeout: msPerFile,
    signal: AbortSignal.any([AbortSignal.timeout(msPerFile * files.length), copy.signal]),
    env: copy.env,
  })
  stream.on('test:pass', ({ file, name, skip }) => {
    if (skip === undefined) note(file, name, { ending: 'passed', message: '' })
  })
  stream.on('test:fail', ({ file, name, details: { error } }) => {
    const cause = error.cause instanceof Error ? error.cause : error
    const isOwn = 'failureType' in error && error.failureType === 'testCodeFailure'
    const message = cause.message.replace(/\s+/g, ' ').slice(0, 160)
    note(file, name, { ending: isOwn && isAssertion(cause) ? 'asserted' : 'broke', message })
  })
  stream.resume()
  await new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject))
  return found
}
