/** Runs `npx wellkept` in its own process. */
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { after } from 'node:test'
import { call, cleanEnvironment, makeDataFolder, prepareTenant, startService } from './service.ts'

const cli = path.resolve(import.meta.dirname, '../../cli.ts')

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** @param cwd another folder than the project's, where people keep their files */
export const runCommand = (
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [cli, ...args],
      { cwd, maxBuffer: 8 << 20, env: { ...cleanEnvironment(), ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
  })

/** A service with a tenant, and commands on its data folder. @param settings beside the usual ones */
export const openCommands = async (settings: Readonly<Record<string, string>> = {}) => {
  const folder = makeDataFolder()
  const files = path.join(folder.path, 'files of the administrator')
  const environment = { DATA_DIR: folder.path, DEFAULT_PLAN: 'ENTERPRISE', ...settings }
  mkdirSync(files)
  let service = await startService(environment)
  const tenant = await prepareTenant(service, 1)
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    service.kill(signal)
    await service.ended
  }
  after(async () => {
    await stop('SIGTERM')
    folder.remove()
  })
  return {
    folder,
    files,
    environment,
    tenant,
    /** the running service */
    service: () => service,
    stop,
    startAgain: async (): Promise<void> => {
      service = await startService(environment)
    },
    run: (args: readonly string[], env: Record<string, string> = environment): Promise<Outcome> =>
      runCommand(args, { cwd: files, env }),
    get: async <T>(target: string): Promise<T> =>
      (await call<T>(service, 'GET', target, { token: tenant.token })).json.data,
  }
}
