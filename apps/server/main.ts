/** Settings → database → application → listen; and the way back. */
import { build } from './build.ts'
import { openLog, prepare, settingsOrExit } from './start.ts'

const config = settingsOrExit()
const log = openLog(config)

/**
 * Milliseconds within which another signal is the same one: systemd sends it to each process of a unit, and `npm start`
 * passes its own on to us besides.
 */
const repeated = 300

/** Which setting to change, where the system's own word names none. */
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

const main = async (): Promise<void> => {
  const runtime = await prepare(config, log)
  let endingSince: number | undefined
  let stop = async (): Promise<void> => void (await runtime.embedded?.stop())

  /** @param code other than 0 where whatever runs the service is to start it again */
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
  stop = async () => {
    built.readiness.drain()
    // Load balancers need to see that we are not ready before connections are refused; a person at a terminal does not wait.
    if (config.production) await new Promise((resolve) => setTimeout(resolve, 3000))
    await built.close()
    await runtime.embedded?.stop()
  }
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'Unhandled error; stopping')
    end('unhandledRejection', 1)
  })

  // Loaded only where it is wanted: a production start does not pay for the demo.
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
  const address = built.app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const shown = config.port === 0 ? `http://localhost:${port}` : config.baseUrl
  process.stdout.write(`\nWellkept listens on ${shown}\n`)
  if (demo) {
    process.stdout.write(`
  Sign in      ${shown}/app/sign-in
               admin@demo.example, manager@demo.example or technician@demo.example
               password ${demo.password}
  As visitor   ${shown}/q/${demo.qrCode}
  Emails       ${shown}/dev/mail
  API          ${shown}/docs
`)
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  log.debug({ err: error }, 'Start failed')
  process.exit(1)
})
