/** Output of `npx wellkept jobs`. */
import type { Platform } from '../context.ts'
import { listParked, listParkedOf, type Parked, retryParked } from './parked.ts'

type Print = (text: string) => void

const shownAtMost = 100

const summaryOf = ({ name, count, first, last, faults }: Parked): string =>
  `${name}: ${count} since ${first.toISOString()}, the last ${last.toISOString()}: ${faults.join(', ')}`

/** @throws Error with the parked names if nothing of this name is parked */
const assertParked = (all: readonly Parked[], name: string): void => {
  if (all.some((one) => one.name === name)) return
  const names = all.map((one) => one.name)
  throw new Error(
    `Nothing is parked for ${name}; ${names.length === 0 ? 'nothing is parked at all' : `parked: ${names.join(', ')}`}`,
  )
}

/** @param name prints a line for each item of it; undefined: a line for each subscriber and kind of job */
export const printParked = async (
  platform: Platform,
  name: string | undefined,
  print: Print,
): Promise<void> => {
  const all = await listParked(platform)
  if (name === undefined) {
    for (const one of all) print(summaryOf(one))
    if (all.length === 0) print('Nothing is parked')
    return
  }
  assertParked(all, name)
  for (const { at, tenant, what, id, fault } of await listParkedOf(platform, name, shownAtMost))
    print(`${at.toISOString()} tenant ${tenant} ${what} ${id}: ${fault}`)
}

/** @param name `all` for everything */
export const printRetried = async (platform: Platform, name: string, print: Print): Promise<void> => {
  if (name !== 'all') assertParked(await listParked(platform), name)
  const { jobs, work } = await retryParked(platform, name === 'all' ? undefined : name)
  print(`A running worker retries ${jobs} jobs of events and ${work} scheduled jobs`)
}
