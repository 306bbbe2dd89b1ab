/** Starts the service: settings → database → application → listen; and stops it. */
import { networkInterfaces } from 'node:os'
import { build } from './build.ts'
import { phoneHelp } from './phone-address.ts'
import { settingsOrExit } from './settings.ts'
import { type Nightly, startNightly } from './src/platform/backup/nightly.ts'
import { withTimeout } from './src/platform/with-timeout.ts'
import { openLog, prepare } from './start.ts'

const config = settingsOrExit()
const log = openLog(config)

/**
 * A second signal within this many milliseconds is the same one: systemd signals each process of a unit, and `npm
 * start` passes its own on.
 */
const repeated = 300

/** Says which setting to change if the port cannot be opened. */
const cannotListen = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('code' in error)) return error
  const at = `PORT ${config.port} of HOST ${config.host}`
  if (error.code === 'EADDRINUSE')
    return new Error(`${at} is used by another program; set PORT to a free port`, { cause: error })
  if (error.code === 'EACCES')
    return new Error(`${at} cannot be opened by this user: ports below 1024 need root`, { cause: error })
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return new Error(`HOST ${config.host} is not an address of this machine`, { cause: error })
  return error
}

/** Loaded on demand, because few collect traces. @returns sends what is left */
const startTraces = async (endpoint: string | undefined): Promise<() => Promise<void>> => {
  if (endpoint === undefined) return async () => {}
  const { startTracing } = await import('./src/platform/traces/start-tracing.ts')
  return startTracing(endpoint)
}

const main = async (): Promise<void> => {
  const stopTraces = await startTraces(config.tracesUrl)
  const runtime = await prepare(config, log)
  let endingSince: number | undefined
  let stop = async (): Promise<void> => void (await runtime.embedded?.stop())

  /** @param code not 0 if a supervisor should restart the service */
  const end = (signal: string, code = 0): void => {
    if (endingSince !== undefined) {
      if (performance.now() - endingSince < repeated) return
      runtime.embedded?.kill()
      process.exit(1)
    }
    endingSince = performance.now()
    log.info({ signal }, 'Stopping')
    const late = setTimeout(() => {
      runtime.embedded?.kill()
      process.exit(1)
    }, 9500)
    late.unref()
    stop()
      .then(() => process.exit(code))
      .catch((error: unknown) => {
        log.error({ err: error }, 'Stopping failed')
        runtime.embedded?.kill()
        process.exit(1)
      })
  }
  process.on('SIGTERM', () => end('SIGTERM'))
  process.on('SIGINT', () => end('SIGINT'))

  const built = await build({ config, databaseUrl: runtime.databaseUrl, log })
  let nightly: Nightly | undefined
  stop = async () => {
    built.readiness.drain()
    await nightly?.stop()
    // Gives load balancers time to see /readyz before connections are rejected; not in development.
    if (config.production) await new Promise((resolve) => setTimeout(resolve, 3000))
    await built.close()
    await withTimeout(2000, stopTraces())
    await runtime.embedded?.stop()
  }
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'Unhandled error; stopping')
    end('unhandledRejection', 1)
  })

  if (config.superAdmin) {
    const { ensureSuperAdmin } = await import('./src/modules/super-admin/public.ts')
    await ensureSuperAdmin(built.platform, config.superAdmin)
  }
  // Loaded on demand, so that a production start stays fast.
  const demo =
    config.seed === 'none' ? undefined : await (await import('../../seeds/demo.ts')).seedDemo(built)
  if (config.seed !== 'none' && config.seed !== 'demo') {
    const { importTable, readTable } = await import('../../seeds/import-csv.ts')
    const report = await importTable(built, 'demo', await readTable(config.seed))
    const { created, updated, unchanged, errors } = report
    log.info({ created, updated, unchanged, errors }, 'Imported into the demo tenant')
  }
  try {
    await built.app.listen({ port: config.port, host: config.host })
  } catch (error) {
    throw cannotListen(error)
  }
  if (config.backupDir !== undefined) nightly = startNightly(config, config.backupDir, log)
  const address = built.app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const shown = config.port === 0 ? `http://localhost:${port}` : config.baseUrl
  process.stdout.write(`\nWellkept listens on ${shown}\n`)
  if (demo) {
    const { codeAt } = await import('./src/modules/super-admin/public.ts')
    const { email, totpSecret } = demo.superAdmin
    process.stdout.write(`
  Sign in      ${shown}/app/sign-in
               admin@demo.example, manager@demo.example or technician@demo.example
               password ${demo.password}
  Platform     ${shown}/platform
               ${email}, the same password, code ${codeAt(totpSecret, new Date())} for the next seconds
  As visitor   ${shown}/q/${demo.qrCode}
${demo.scoutCode === null ? '' : `  As scout     activation code ${demo.scoutCode}\n`}  Emails       ${shown}/dev/mail
  Docs         ${shown}/docs, API at ${shown}/docs/reference
`)
  }
  process.stdout.write(phoneHelp({ host: config.host, port, baseUrl: shown }, networkInterfaces()))
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  log.debug({ err: error }, 'Start failed')
  process.exit(1)
})
