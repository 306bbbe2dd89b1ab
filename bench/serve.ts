/**
 * The service as `npm start` runs it, but on the database of the benchmark. Limits are counted in memory as with
 * the embedded PostgreSQL, although DATABASE_URL is set; LIMITS=shared counts them in the database.
 */
import { build } from '../apps/server/build.ts'
import { settingsOrExit } from '../apps/server/settings.ts'
import { openLog, prepare } from '../apps/server/start.ts'
import { mountBare } from './bare-route.ts'

const config = settingsOrExit()
const log = openLog(config)
const runtime = await prepare(config, log)
const shared = process.env.LIMITS === 'shared'
const built = await build({
  config: shared ? config : { ...config, databaseUrl: undefined },
  databaseUrl: runtime.databaseUrl,
  log,
})
process.on('SIGTERM', () => {
  void built.close().then(() => process.exit(0))
})
if (process.env.BARE) mountBare(built)
await built.app.listen({ port: config.port, host: config.host })
const address = built.app.server.address()
process.stdout.write(
  `Wellkept listens on http://localhost:${typeof address === 'object' && address ? address.port : 0}\n`,
)
