/** The command line `npx wellkept`. */
import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { addBackupCommands } from './backup-commands.ts'
import { fileOf, handleSignals, print, wholeNumber, withDatabase, withService } from './command.ts'
import { settingsOrExit } from './settings.ts'
import { freeBytes, reserveBytes } from './src/platform/disk.ts'
import { version } from './src/platform/version.ts'
import { writtenFolders } from './src/platform/written-folders.ts'

type ListenFlags = {
  to: string
  base?: string
  key?: string
  events?: string
  replay?: string
  since?: string
  json?: true
}

const program = new Command('wellkept')
  .description('Facility feedback and tasks')
  .version(version)
  .addHelpText(
    'after',
    `
Settings come from the environment, as for npm start: DATA_DIR, DATABASE_URL and the others in README.md.
All commands but start work with and without a running service.`,
  )
  // 1 is a failure, 2 a wrong call.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .showHelpAfterError('(npx wellkept --help lists the commands)')
  .hook('preAction', (_, command) => {
    // A following command is meant to be ended by a person.
    if (command.name() !== 'start') handleSignals(command.name() === 'listen' ? 0 : 130)
  })

program
  .command('start')
  .description('run the service on PORT, with the embedded PostgreSQL unless DATABASE_URL is set')
  .action(async () => void (await import('./main.ts')))

program
  .command('migrate')
  .option('--dry-run', 'list the migrations that would run, and change nothing')
  .description('migrate the database to this version of the program')
  .action(({ dryRun }: { dryRun?: true }) =>
    dryRun
      ? withDatabase(async (client) => {
          const { printPending } = await import('./src/platform/db/print-pending.ts')
          await printPending(client, print)
        })
      : withService(async () => print('The database is up to date')),
  )

program
  .command('distribute')
  .option('--shards <n>', 'parts of each table, at the first run', wholeNumber, 32)
  .description(
    'spread the tables over the nodes of a Citus cluster, while no instance runs (docs/distribution.md)',
  )
  .action(({ shards }: { shards: number }) =>
    withDatabase(async (client) => {
      const { distribute } = await import('./src/platform/db/distribute.ts')
      const { distributed, replicated, nodes } = await distribute(client, shards)
      print(
        distributed + replicated === 0
          ? 'Every table is in its place already'
          : `${distributed} tables are distributed over ${nodes} node${nodes === 1 ? '' : 's'}, ${replicated} copied to each`,
      )
    }),
  )

program
  .command('seed')
  .description('create the demo tenant if it does not exist')
  .action(() =>
    withService(async (built) => {
      const { seedDemo } = await import('../../seeds/demo.ts')
      const { password } = await seedDemo(built)
      print(`admin@demo.example, manager@demo.example and technician@demo.example sign in with ${password}`)
    }),
  )

program
  .command('import')
  .argument('<file>', 'CSV of places')
  .option('--tenant <slug>', 'tenant to import into, by slug or id; required if there are several')
  .option('--report <file>', 'write the result of each line as JSON')
  .description(
    'import buildings and amenities from a CSV file (docs/import.md); lines with errors are listed and skipped',
  )
  .action(async (file: string, options: { tenant?: string; report?: string }) => {
    const { importTable, readTable, wordsOf } = await import('../../seeds/import-csv.ts')
    const csv = await readTable(fileOf(file))
    await withService(async (built) => {
      const report = await importTable(built, options.tenant, csv)
      for (const words of report.lines.flatMap(wordsOf)) print(words)
      print(
        `${report.created} created, ${report.updated} updated, ${report.unchanged} unchanged, ${report.errors} with errors`,
      )
      if (options.report) await writeFile(fileOf(options.report), JSON.stringify(report, null, 2))
      if (report.errors > 0) process.exitCode = 1
    })
  })

program
  .command('export')
  .argument('<tenant>', 'slug or id')
  .argument('[file]', 'zip file to write; default SLUG-DATE.zip in this folder')
  .description('export everything that a tenant owns, as a zip of JSON Lines and photos')
  .action((tenant: string, file: string | undefined) =>
    withService(async (built) => {
      const { exportFile } = await import('../../seeds/export-file.ts')
      const written = await exportFile(built, tenant, file && fileOf(file), fileOf('.'))
      print(`${written.records} records and ${written.photos} photos in ${written.file}`)
    }),
  )

program
  .command('erase-person')
  .argument('<tenant>', 'slug or id')
  .argument('<person>', 'id of a removed member or a revoked scout')
  .description('erase the name of a removed member or a revoked scout, in the audit log and everywhere else')
  .action((tenant: string, person: string) =>
    withService(async (built) => {
      const { erasePerson } = await import('../../seeds/erase-person.ts')
      const entries = await erasePerson(built, tenant, person)
      print(`The name was erased, also in ${entries} entries of the audit log`)
    }),
  )

program
  .command('plan')
  .argument('<tenant>', 'slug or id')
  .argument('<plan>', 'TRIAL, STARTER, PRO, BUSINESS or ENTERPRISE; none takes back what was set')
  .option('--until <day>', 'last day of the plan, such as 2027-12-31; default: until it is taken back')
  .description('set the plan of a tenant by hand, whatever it pays; DEFAULT_PLAN applies to new tenants only')
  .action((tenant: string, plan: string, { until }: { until?: string }) =>
    withService(async (built) => {
      const { setPlan } = await import('../../seeds/set-plan.ts')
      const { name, before, now } = await setPlan(built, tenant, plan, until)
      print(before === now ? `${name} is on ${now} already` : `${name} is on ${now}; it was on ${before}`)
    }),
  )

const superAdmin = program
  .command('super-admin')
  .description('people who run the platform; they are members of no tenant')

superAdmin
  .command('add')
  .argument('<email>')
  .description('add a super admin, or give one a new password and second factor')
  .action(async (email: string) => {
    const { addPlatformUser } = await import('../../seeds/super-admin.ts')
    await withService((built) => addPlatformUser(built, email, print))
  })

superAdmin
  .command('remove')
  .argument('<email>')
  .description('remove a super admin; their sessions end at once')
  .action(async (email: string) => {
    const { removePlatformUser } = await import('../../seeds/super-admin.ts')
    await withService((built) => removePlatformUser(built, email, print))
  })

program
  .command('erase-tenant')
  .argument('<slug>', 'of a tenant that is closing')
  .option('--yes', 'do it: nothing of the tenant can be restored')
  .description('erase a tenant that is closing now, instead of at the end of its 30 days')
  .action((slug: string, options: { yes?: true }) =>
    withService(async (built) => {
      const { eraseBySlug } = await import('../../seeds/erase-tenant.ts')
      const { rows, files } = await eraseBySlug(built, slug, options.yes ?? false)
      print(`${slug} is erased: ${rows} rows and ${files} files`)
    }),
  )

addBackupCommands(program)

program
  .command('openapi')
  .description('print the OpenAPI document')
  .action(async () => {
    const { handlers } = await import('./build.ts')
    const { openApiOf } = await import('./src/platform/http/openapi.ts')
    const specs = handlers.map(({ spec }) => spec)
    print(JSON.stringify(openApiOf(specs, settingsOrExit().baseUrl, version), null, 2))
  })

program
  .command('listen')
  .requiredOption('--to <url>', 'address that gets the events, such as http://localhost:4000/hooks')
  .option('--base <url>', 'the service; default: BASE_URL')
  .option('--key <key>', 'an API key with the scope read; default: WELLKEPT_KEY')
  .option('--events <names>', 'comma-separated, such as task.*,sla.breached; default: all')
  .option(
    '--replay <webhook>',
    'send the stored deliveries of a webhook again, and end; scope webhooks:manage',
  )
  .option('--json', 'print each line as JSON, for programs')
  .option('--since <time>', 'with --replay: deliveries from then on, such as 2026-11-20T08:00:00Z')
  .description('post the events of a service to an address as they happen, signed as webhooks are')
  .action(async (options: ListenFlags) => {
    const { lineForPeople, listen } = await import('../../seeds/listen.ts')
    const { base = settingsOrExit().baseUrl, key = process.env.WELLKEPT_KEY } = options
    if (key === undefined) return program.error('listen needs --key or WELLKEPT_KEY', { exitCode: 2 })
    if ((options.replay === undefined) !== (options.since === undefined))
      program.error('--replay and --since are given together', { exitCode: 2 })
    const shown = options.json ? JSON.stringify : lineForPeople
    await listen({ ...options, base, key }, (line) => print(shown(line)), new AbortController().signal)
  })

program
  .command('mcp')
  .option('--base <url>', 'the service; default: BASE_URL')
  .description(
    'tools for an AI assistant on stdin and stdout; WELLKEPT_TOKEN is a personal connection (docs/mcp.md)',
  )
  .action(async (options: { base?: string }) => {
    const { carryMcp } = await import('../../seeds/mcp.ts')
    const { base = settingsOrExit().baseUrl } = options
    const token = process.env.WELLKEPT_TOKEN
    if (token === undefined) return program.error('mcp needs WELLKEPT_TOKEN', { exitCode: 2 })
    await carryMcp({ base, token }, process.stdin, print)
  })

program
  .command('slack-manifest')
  .description('print the manifest of the Slack app, with the addresses of BASE_URL')
  .action(async () => {
    const { manifestOf } = await import('./src/modules/slack/app/public.ts')
    print(JSON.stringify(manifestOf(settingsOrExit().baseUrl), null, 2))
  })

program
  .command('check')
  .option('--mail-to <address>', 'send a test email')
  .description(
    'check settings, database role, row security, storage, email, clock, address, certificate, backups, disk, prices and time zones',
  )
  .action(({ mailTo }: { mailTo?: string }) =>
    withService(async ({ platform }) => {
      // build() has checked the role and row security already.
      print('ok  settings, database role and row security')
      await platform.storage.check()
      print('ok  storage')
      await platform.mail.check()
      const { folder } = platform.mail
      print(folder ? `ok  email is written to ${folder} and not sent (MAIL_URL)` : 'ok  email')
      const { adviceLines } = await import('../../seeds/doctor.ts')
      for (const { level, text } of await adviceLines(platform, mailTo)) {
        print(`${level.padEnd(3)} ${text}`)
        if (level === 'BAD') process.exitCode = 1
      }
      for (const folder of writtenFolders(platform.config)) {
        const free = await freeBytes(folder)
        const enough = free >= reserveBytes
        print(`${enough ? 'ok ' : 'BAD'} disk: ${Math.round(free / 1024 / 1024)} MB free in ${folder}`)
        if (!enough) process.exitCode = 1
      }
      const { checkPrices } = await import('./src/modules/billing/public.ts')
      const prices = await checkPrices(platform)
      if (platform.config.stripe && prices.length === 0) print('ok  prices')
      for (const fault of prices) print(`warning  price of ${fault}`)
      const { strangeZones } = await import('../../seeds/check-zones.ts')
      const strange = await strangeZones(platform, new Date())
      if (strange.length === 0) print('ok  time zones')
      else process.exitCode = 1
      for (const { tenant, zone, kind, count } of strange)
        print(
          `BAD time zone: "${zone}" of ${count} ${kind}${count === 1 ? '' : 's'} in ${tenant} is read as UTC`,
        )
    }),
  )

program
  .command('secret-lost')
  .description('run once if the previous SECRET is lost for good: continue with the current one')
  .action(() =>
    withService(
      async () =>
        print(
          'The database uses this SECRET now. What only the previous one could decrypt starts anew: notifications on each device, secrets of webhooks, single sign-on, emailed links; "audit verify" shows where the chains broke',
        ),
      { secretLost: true },
    ),
  )

program
  .command('audit')
  .description('the audit log; "audit verify" checks its chains')
  .command('verify')
  .option('--tenant <slug>', 'one tenant; default: all')
  .description('verify the chains and show the first entry of each break')
  .action((options: { tenant?: string }) =>
    withService(async ({ platform }) => {
      const { verifyChains } = await import('./src/platform/audit/verify.ts')
      const { listTenants, noSuchTenant } = await import('../../seeds/tenants.ts')
      const { broken, tenants } = await verifyChains(platform, options.tenant, print)
      if (options.tenant === undefined) {
        const { verifyPlatformChain } = await import('./src/modules/super-admin/public.ts')
        const { entries, breaks } = await verifyPlatformChain(platform)
        print(`${breaks.length === 0 ? 'ok ' : 'BAD'} platform: ${entries} entries`)
        for (const { kind, seq } of breaks) print(`    entry ${seq ?? ''} ${kind}`)
        if (breaks.length > 0) process.exitCode = 1
      }
      if (options.tenant !== undefined && tenants === 0)
        throw new Error(noSuchTenant(options.tenant, await listTenants(platform)))
      if (broken > 0) process.exitCode = 1
    }),
  )

const jobs = program
  .command('jobs')
  .description('events and scheduled jobs that failed too often; "jobs retry" runs them again')

jobs
  .command('parked')
  .argument('[name]', 'a subscriber or a kind of scheduled job: lists its first hundred items')
  .description('show what is parked, since when and why')
  .action((name: string | undefined) =>
    withService(async ({ platform }) => {
      const { printParked } = await import('./src/platform/events/print-parked.ts')
      await printParked(platform, name, print)
    }),
  )

jobs
  .command('retry')
  .argument('<name>', 'a name that "jobs parked" shows, or all')
  .description('retry what is parked, up to twelve more times')
  .action((name: string) =>
    withService(async ({ platform }) => {
      const { printRetried } = await import('./src/platform/events/print-parked.ts')
      await printRetried(platform, name, print)
    }),
  )

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
