/** Runs prepared statements as fast as possible on a few connections, in its own process; prints scripts per second. */
import pg from 'pg'
import type { FloorJob } from './floor.ts'

const job = JSON.parse(process.argv[2] ?? '{}') as FloorJob
const end = performance.now() + job.seconds * 1000

const loop = async (first: number): Promise<number> => {
  const client = new pg.Client({
    connectionString: job.url,
    ...(job.role ? { options: `-c role=${job.role}` } : {}),
  })
  await client.connect()
  let count = 0
  for (let turn = first; performance.now() < end; turn++) {
    const n = (turn % (job.choices ?? 1)) + 1
    for (const [position, text] of job.statements.entries()) {
      const chosen = text.includes(':n')
      await client.query({
        name: `s${position}`,
        text: text.replaceAll(':n', '$1::int'),
        values: chosen ? [n] : [],
      })
    }
    count++
  }
  await client.end()
  return count
}

const counts = await Promise.all(Array.from({ length: job.clients }, (_, index) => loop(index)))
process.stdout.write(String(counts.reduce((sum, count) => sum + count, 0) / job.seconds))
