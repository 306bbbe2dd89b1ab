/** Time from `node main.ts` to ready with the embedded PostgreSQL, and memory and CPU when idle. */
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeDataFolder, postmasterPid, type Service, startService } from '#test/faults/service.ts'
import { proportionalMb, residentMb } from './processes.ts'
import type { Line, Rounds } from './report.ts'
import { median, nodeFlags, serviceEnvironment } from './stage.ts'

const timeToReady = async (dataDir: string): Promise<{ service: Service; seconds: number }> => {
  const began = performance.now()
  // The flags and compile cache of `npm start`.
  const service = await startService(
    { ...serviceEnvironment, DATA_DIR: dataDir, NODE_COMPILE_CACHE: path.join(dataDir, '..', 'compiled') },
    nodeFlags,
  )
  while ((await fetch(`${service.url}/readyz`)).status !== 200) await delay(10)
  return { service, seconds: (performance.now() - began) / 1000 }
}

const stop = async (service: Service): Promise<number> => {
  const began = performance.now()
  service.kill('SIGTERM')
  await service.ended
  return (performance.now() - began) / 1000
}

export const benchStart = async ({ rounds, note }: Rounds): Promise<Line[]> => {
  const folder = makeDataFolder()
  const dataDir = path.join(folder.path, 'data')
  try {
    note('first start')
    const first = await timeToReady(dataDir)
    const stops = [await stop(first.service)]
    const warm: number[] = []
    const memory: number[] = []
    const all: number[] = []
    for (let round = 1; round <= rounds; round++) {
      note(`warm start, round ${round} of ${rounds}`)
      const { service, seconds } = await timeToReady(dataDir)
      warm.push(seconds)
      await delay(5000)
      memory.push(residentMb(service.pid))
      all.push(proportionalMb(service.pid) + proportionalMb(postmasterPid(dataDir) ?? 0))
      stops.push(await stop(service))
    }
    return [
      {
        what: 'First start to ready (makes the database, migrates)',
        value: `${first.seconds.toFixed(1)} s`,
        ratio: '',
        goal: '',
      },
      { what: 'Warm start to ready', value: `${median(warm).toFixed(1)} s`, ratio: '', goal: '≤ 5 s' },
      { what: 'SIGTERM to exit', value: `${median(stops).toFixed(1)} s`, ratio: '', goal: '≤ 10 s' },
      {
        what: 'Memory of the service, idle for 5 s',
        value: `${median(memory).toFixed(0)} MB resident`,
        ratio: '',
        goal: '≤ 150 MB',
      },
      {
        what: 'Memory with PostgreSQL',
        value: `${median(all).toFixed(0)} MB, shared pages once`,
        ratio: '',
        goal: '',
      },
    ]
  } finally {
    folder.remove()
  }
}
