/** Prints the results as a table and writes results.md. */
import { writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import path from 'node:path'

export interface Line {
  readonly what: string
  readonly value: string
  readonly ratio: string
  readonly goal: string
}

export interface Rounds {
  readonly rounds: number
  /** shows what is being measured */
  note(text: string): void
}

export interface Section {
  readonly title: string
  readonly lines: readonly Line[]
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

const asMarkdown = ({ title, lines }: Section): string =>
  [
    `## ${title}`,
    '',
    '| What | Measured | Ratio | Goal |',
    '|---|---|---|---|',
    ...lines.map(({ what, value, ratio, goal }) => `| ${[what, value, ratio, goal].map(cell).join(' | ')} |`),
    '',
  ].join('\n')

export const writeReport = (
  sections: readonly Section[],
  command: string,
  loadBefore: number,
  database: string,
): string => {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${database}, Node ${process.version}`
  const text = [
    '# Measurements',
    '',
    `Made by \`${command}\` on ${new Date().toISOString().slice(0, 10)}. ${machine}. Load of the machine before the run ${loadBefore.toFixed(1)}, after it ${loadavg()[0]?.toFixed(1)}.`,
    '',
    'Load generator, service and database share the machine; contestants run in turn and each value is the median of its rounds, so the ratios mean more than the numbers.',
    '',
    ...sections.map(asMarkdown),
  ].join('\n')
  writeFileSync(path.join(import.meta.dirname, 'results.md'), text)
  return text
}
