/**
 * Reads and validates the environment and reports every fault at once; nothing else reads `process.env`. Names and
 * defaults are those of README "Settings"; values of secrets are never printed.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ipaddr from 'ipaddr.js'
import { type LimitName, limits, type Plan, plans } from '#contracts/kit/vocabulary.ts'
import { readBackupDir } from './backup/backup-settings.ts'
import { folderFault } from './folders.ts'
import { isLoopbackName } from './loopback.ts'
import { assertSender } from './mail/message.ts'
import { type MailTarget, parseMailUrl } from './mail/transport.ts'
import { readSlack, type SlackApp } from './slack-settings.ts'
import { parseStorageUrl, type StorageTarget } from './storage/storage.ts'
import { readStripe, type StripeSettings } from './stripe-settings.ts'
import { readSuperAdmin, type SuperAdminSetting } from './super-admin-settings.ts'

export interface LimitSetting {
  readonly limit: number
  readonly windowSeconds: number
}

/** An identity provider whose tokens are accepted. */
export interface Provider {
  /** audience of its tokens: our client id */
  readonly clientId: string
  /** base of its discovery document; `{tenantid}` stands for any Microsoft tenant */
  readonly issuer: string
}

export interface Config {
  readonly port: number
  readonly host: string
  readonly baseUrl: string
  readonly production: boolean
  readonly dataDir: string
  /** undefined: no backups are made each night */
  readonly backupDir: string | undefined
  readonly databaseUrl: string | undefined
  /** for shared rate limits; undefined: PostgreSQL, or memory with the embedded database */
  readonly redisUrl: string | undefined
  readonly role: 'http' | 'worker' | 'all'
  readonly secret: string
  /** up to two valid secrets of the system module; none: it answers 401 */
  readonly systemSecrets: readonly string[]
  readonly defaultPlan: Plan
  readonly rateLimits: Readonly<Record<LimitName, LimitSetting>> | 'off'
  readonly trustProxy: readonly string[]
  readonly seed: string
  readonly mailUrl: string
  readonly mailFrom: string
  /** contact for push services; mailto: or https: */
  readonly vapidSubject: string
  readonly storageUrl: string
  /** undefined: nothing can be bought */
  readonly stripe: StripeSettings | undefined
  /** trials end where a plan can be bought */
  readonly trialsEnd: boolean
  /** undefined: not all of its settings are set, and its endpoints answer SERVICE_UNAVAILABLE */
  readonly slack: SlackApp | undefined
  /** the platform user that a start makes or updates */
  readonly superAdmin: SuperAdminSetting | undefined
  /** undefined: this sign-in is not configured */
  readonly google: Provider | undefined
  readonly microsoft: Provider | undefined
  /** allows outgoing calls to private addresses and http; for development and tests */
  readonly allowPrivateCalls: boolean
  readonly passwordMinLength: number
  readonly corsOrigins: readonly string[]
  readonly logLevel: string
  /** OpenTelemetry collector that gets traces */
  readonly tracesUrl: string | undefined
  /** checks replies against their schema; for tests */
  readonly checkReplies: boolean
  /** settings that are risky, as sentences without values */
  readonly warnings: readonly string[]
}

export class ConfigError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(
      `The settings have ${faults.length} fault${faults.length === 1 ? '' : 's'}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
    this.faults = faults
  }
}

type Env = Readonly<Record<string, string | undefined>>

const integer = (
  env: Env,
  name: string,
  fallback: number,
  min: number,
  max: number,
  faults: string[],
): number => {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  faults.push(`${name} must be a whole number from ${min} to ${max}`)
  return fallback
}

const readRateLimits = (text: string | undefined, faults: string[]): Config['rateLimits'] => {
  if (text === 'off') return 'off'
  const merged: Record<LimitName, LimitSetting> = { ...limits }
  if (text === undefined || text === '' || text === 'on') return merged
  try {
    const given: unknown = JSON.parse(text)
    // JSON.parse accepts `false` or a number, which has no entries and would count as "on".
    if (typeof given !== 'object' || Array.isArray(given)) throw new TypeError()
    for (const [name, value] of Object.entries(given as Record<string, LimitSetting>)) {
      const known = Object.hasOwn(limits, name) && Number.isInteger(value.limit) && value.limit > 0
      if (known && Number.isFinite(value.windowSeconds) && value.windowSeconds > 0)
        merged[name as LimitName] = value
      else faults.push(`RATE_LIMITS: ${name} must be a known name with {"limit":…,"windowSeconds":…}`)
    }
  } catch {
    faults.push('RATE_LIMITS must be on, off or JSON such as {"read":{"limit":1000,"windowSeconds":60}}')
  }
  return merged
}

const readUrl = (name: string, text: string, schemes: readonly string[], faults: string[]): void => {
  if (!schemes.some((scheme) => text.startsWith(`${scheme}:`)))
    faults.push(`${name} must start with ${schemes.map((s) => `${s}:`).join(' or ')}`)
}

const readProvider = (
  env: Env,
  name: 'GOOGLE' | 'MICROSOFT',
  usual: string,
  production: boolean,
  faults: string[],
): Provider | undefined => {
  const clientId = env[`${name}_CLIENT_ID`]
  const issuer = (env[`${name}_ISSUER`] || usual).replace(/\/+$/, '')
  if (!URL.canParse(issuer) || !/^https?:/.test(issuer))
    faults.push(`${name}_ISSUER must be an address such as ${usual}`)
  else if (production && !issuer.startsWith('https:'))
    faults.push(`${name}_ISSUER must be https in production`)
  return clientId ? { clientId, issuer } : undefined
}

/** Adds the message of a parser's TypeError, which never repeats the setting, to the faults. */
const parsed = <T>(name: string, parse: () => T, faults: string[]): T | undefined => {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    faults.push(`${name} ${error.message}`)
    return undefined
  }
}

interface Targets {
  readonly MAIL_URL: MailTarget | undefined
  readonly STORAGE_URL: StorageTarget | undefined
}

/** Checks folders before the parts that use them start, since their errors would be less clear. */
const checkFolders = (
  env: Env,
  dataDir: string,
  databaseUrl: string | undefined,
  targets: Targets,
  faults: string[],
): void => {
  const needed = !(env.SECRET && databaseUrl && env.MAIL_URL && env.STORAGE_URL)
  const fault = needed ? folderFault(dataDir) : undefined
  if (fault) faults.push(`DATA_DIR ${dataDir} ${fault}`)
  for (const name of ['MAIL_URL', 'STORAGE_URL'] as const) {
    const target = targets[name]
    if (!env[name] || target?.kind !== 'file') continue
    const why = folderFault(target.folder, 0o700)
    if (why) faults.push(`${name}: ${target.folder} ${why}`)
  }
}

/** Some push services reject a VAPID subject without a contact. */
const readVapidSubject = (env: Env, baseUrl: string, faults: string[]): string => {
  const given = env.VAPID_SUBJECT
  if (given) {
    if (!/^mailto:[^@\s]+@[^@\s]+$/.test(given) && !(given.startsWith('https://') && URL.canParse(given)))
      faults.push('VAPID_SUBJECT must be an address such as mailto:ops@example.com or https://example.com')
    return given
  }
  if (baseUrl.startsWith('https:') && URL.canParse(baseUrl)) return new URL(baseUrl).origin
  const sender = /<([^<>]+)>\s*$/.exec(env.MAIL_FROM ?? '')?.[1] ?? env.MAIL_FROM
  return `mailto:${sender || 'no-reply@localhost'}`
}

/** The master secret: SECRET, or one that is generated once and stored in DATA_DIR, readable only by us. */
const readSecret = (
  env: Env,
  dataDir: string,
  databaseUrl: string | undefined,
  production: boolean,
  faults: string[],
): string => {
  if (env.SECRET) {
    const parts = env.SECRET.split(',')
    if (parts.length > 2 || parts.includes(''))
      faults.push('SECRET must be one secret, or the new and the previous one with a comma between')
    if (production && parts.some((part) => part.length < 32))
      faults.push('SECRET must have 32 characters or more in production')
    return env.SECRET
  }
  const file = path.join(dataDir, 'secret')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    const generated = randomBytes(32).toString('base64url')
    if (production && databaseUrl && !existsSync(file)) {
      faults.push(
        'SECRET must be set in production if DATABASE_URL is set, since a generated one in DATA_DIR differs on each machine; create one with: openssl rand -base64 32',
      )
      return generated
    }
    try {
      writeFileSync(file, generated, { mode: 0o600, flag: 'wx' })
      return generated
    } catch {
      // Another process may have created it at the same moment.
      try {
        return readFileSync(file, 'utf8').trim()
      } catch {
        // An unusable folder was reported already.
        if (!faults.some((fault) => fault.startsWith('DATA_DIR ')))
          faults.push(
            `DATA_DIR ${dataDir}: ${file} can neither be read nor created; run this as the user that the service runs as, or set SECRET`,
          )
        return generated
      }
    }
  }
}

const systemSecretBytes = 32

/** No secret, one, or the new and the previous one. */
const readSystemSecrets = (
  text: string | undefined,
  production: boolean,
  faults: string[],
  warnings: string[],
): readonly string[] => {
  if (!text) return []
  const parts = text.split(',')
  if (parts.length > 2 || parts.includes(''))
    faults.push('SYSTEM_SECRET must be one secret, or the new and the previous one with a comma between')
  else if (!parts.every((part) => /^[\x21-\x7e]+$/.test(part)))
    faults.push('SYSTEM_SECRET must be visible ASCII characters without blanks, since it is sent in a header')
  if (parts.some((part) => Buffer.byteLength(part) < systemSecretBytes))
    (production ? faults : warnings).push(
      `SYSTEM_SECRET must have ${systemSecretBytes} bytes or more in production (each, if there are two); create one with: openssl rand -base64 32`,
    )
  return parts
}

/** Warns about settings that work but are unsafe on a public server. */
const warnAboutExposure = (
  { baseUrl, production, trustProxy }: Pick<Config, 'baseUrl' | 'production' | 'trustProxy'>,
  warnings: string[],
): void => {
  if (!URL.canParse(baseUrl)) return
  if (!production && !isLoopbackName(new URL(baseUrl).hostname))
    warnings.push(
      `NODE_ENV is not production although BASE_URL is ${baseUrl}: weak secrets are accepted and a demo tenant is created`,
    )
  // The service itself speaks http only, so https means that a proxy is in front.
  if (production && baseUrl.startsWith('https:') && trustProxy.length === 0)
    warnings.push(
      'TRUST_PROXY is not set: all visitors behind the proxy count as one address, share its limits and are treated as bursts. Set it to the addresses of the proxy, such as 127.0.0.1/32',
    )
}

/** Pages, links and stickers use addresses below the root of BASE_URL. */
const checkBaseUrl = (baseUrl: string, production: boolean, faults: string[]): void => {
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    faults.push('BASE_URL must be an address such as https://feedback.example.com')
    return
  }
  if (production && !baseUrl.startsWith('https:')) faults.push('BASE_URL must be https in production')
  const { pathname, search, hash, username, password } = new URL(baseUrl)
  if (pathname !== '/' || search + hash + username + password !== '')
    faults.push('BASE_URL must end with its host or port: the service needs an address without a path')
}

/** @throws ConfigError with every fault */
export const readConfig = (env: Env): Config => {
  const faults: string[] = []
  const warnings: string[] = []
  const production = env.NODE_ENV === 'production'
  // A typo such as "prod" would disable every production check.
  if (env.NODE_ENV && !['production', 'development', 'test'].includes(env.NODE_ENV))
    faults.push('NODE_ENV must be production or development')
  const port = integer(env, 'PORT', 3000, 0, 65535, faults)
  const dataDir = path.resolve(env.DATA_DIR || './data')
  const baseUrl = (env.BASE_URL || `http://localhost:${port}`).replace(/\/+$/, '')
  checkBaseUrl(baseUrl, production, faults)
  const role = env.ROLE || 'all'
  if (role !== 'http' && role !== 'worker' && role !== 'all') faults.push('ROLE must be http, worker or all')
  const defaultPlan = env.DEFAULT_PLAN || 'TRIAL'
  if (!plans.includes(defaultPlan as Plan)) faults.push(`DEFAULT_PLAN must be one of ${plans.join(', ')}`)
  const trustProxy = (env.TRUST_PROXY || '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  for (const cidr of trustProxy)
    if (!ipaddr.isValidCIDR(cidr)) faults.push('TRUST_PROXY must be a list of CIDR ranges such as 10.0.0.0/8')
  const databaseUrl = env.DATABASE_URL || undefined
  if (databaseUrl) readUrl('DATABASE_URL', databaseUrl, ['postgres', 'postgresql'], faults)
  const redisUrl = env.REDIS_URL || undefined
  if (redisUrl) readUrl('REDIS_URL', redisUrl, ['redis', 'rediss'], faults)
  if (env.WEBHOOK_ALLOW_PRIVATE && !['true', 'false'].includes(env.WEBHOOK_ALLOW_PRIVATE))
    faults.push('WEBHOOK_ALLOW_PRIVATE must be true or false')
  const mailUrl = env.MAIL_URL || `file:${path.join(dataDir, 'mail')}`
  const mail = parsed('MAIL_URL', () => parseMailUrl(mailUrl), faults)
  const mailFrom = env.MAIL_FROM || 'Wellkept <no-reply@localhost>'
  parsed('MAIL_FROM', () => assertSender(mailFrom), faults)
  const storageUrl = env.STORAGE_URL || `file:${path.join(dataDir, 'files')}`
  const storage = parsed('STORAGE_URL', () => parseStorageUrl(storageUrl), faults)
  const logLevel = env.LOG_LEVEL || 'info'
  if (!['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(logLevel))
    faults.push('LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent')
  const tracesUrl = env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined
  if (tracesUrl) readUrl('OTEL_EXPORTER_OTLP_ENDPOINT', tracesUrl, ['http', 'https'], faults)
  const corsOrigins = (env.CORS_ORIGINS || '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  for (const origin of corsOrigins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      faults.push('CORS_ORIGINS must be a list of origins such as https://app.example.com')
  }
  checkFolders(env, dataDir, databaseUrl, { MAIL_URL: mail, STORAGE_URL: storage }, faults)
  const seed = env.SEED || (production ? 'none' : 'demo')
  if (production && seed !== 'none')
    faults.push('SEED must be none in production; import places with: npx wellkept import FILE --tenant SLUG')
  const stripe = readStripe(env, production, faults, warnings)
  warnAboutExposure({ baseUrl, production, trustProxy }, warnings)
  if (production && !env.MAIL_URL)
    warnings.push(
      `MAIL_URL is not set: invitations, sign-in links and all other emails are written to files in ${path.join(dataDir, 'mail')} and are not sent. Set it to a mail server, such as smtps://user:password@mail.example.com`,
    )
  const passwordMinLength = integer(env, 'PASSWORD_MIN_LENGTH', 12, 8, 64, faults)
  const config: Config = {
    port,
    host: env.HOST || '127.0.0.1',
    baseUrl,
    production,
    dataDir,
    backupDir: readBackupDir(env, dataDir, databaseUrl, faults),
    databaseUrl,
    redisUrl,
    role: role as Config['role'],
    secret: readSecret(env, dataDir, databaseUrl, production, faults),
    systemSecrets: readSystemSecrets(env.SYSTEM_SECRET, production, faults, warnings),
    defaultPlan: defaultPlan as Plan,
    rateLimits: readRateLimits(env.RATE_LIMITS, faults),
    trustProxy,
    seed,
    mailUrl,
    mailFrom,
    vapidSubject: readVapidSubject(env, baseUrl, faults),
    storageUrl,
    stripe,
    trialsEnd: stripe !== undefined && Object.keys(stripe.prices).length > 0,
    slack: readSlack(env, production, faults),
    superAdmin: readSuperAdmin(env, passwordMinLength, faults),
    google: readProvider(env, 'GOOGLE', 'https://accounts.google.com', production, faults),
    microsoft: readProvider(
      env,
      'MICROSOFT',
      'https://login.microsoftonline.com/{tenantid}/v2.0',
      production,
      faults,
    ),
    allowPrivateCalls: env.WEBHOOK_ALLOW_PRIVATE === 'true',
    passwordMinLength,
    corsOrigins,
    logLevel,
    tracesUrl,
    checkReplies: env.CHECK_REPLIES === '1',
    warnings,
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}
