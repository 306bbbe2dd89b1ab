/** Runs one backup in a thread of its own (nightly.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import { type BackupJob, makeBackup } from './make-backup.ts'

parentPort?.postMessage(await makeBackup(workerData as BackupJob))
