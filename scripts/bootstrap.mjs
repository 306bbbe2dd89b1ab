/**
 * Installs what the lock file names, then runs a script with the pinned Node. Plain JavaScript, since the machine's
 * own Node (18 or later) runs this file.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const modules = join(root, 'node_modules')
const stamp = join(modules, '.wellkept-lock')
const nodeLink = join(modules, '.bin', 'node')

/** @param {string} file */
const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const lockFile = () => readFileSync(join(root, 'package-lock.json'))
const hashOf = (content) => createHash('sha256').update(content).digest('hex')

/** Whether the pinned Node runs and has the major version of the lock file. */
const pinnedNodeRuns = () => {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages?.['node_modules/node']?.version ?? ''
  const { status, stdout } = spawnSync(nodeLink, ['--version'], { encoding: 'utf8' })
  return status === 0 && stdout.trim().slice(1).split('.')[0] === wanted.split('.')[0]
}

/** Whether the installed packages match the lock file for this machine, including development tools. */
const installedMatches = () => {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages
  const installed = readJson(join(modules, '.package-lock.json'))?.packages
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional, link }]) => {
    if (path === '' || link) return true
    const there = installed[path]
    if (!there) return Boolean(optional || devOptional)
    return there.version === version && (!integrity || !there.integrity || there.integrity === integrity)
  })
}

const writeStamp = (hash) => {
  try {
    writeFileSync(stamp, hash)
  } catch {
    // Another user installed it and the stamp cannot be written: every start compares.
  }
}

/** The stamp avoids the comparison; without it, or after `npm install`, the installed packages decide. */
const isInstalled = () => {
  if (!existsSync(nodeLink) || !existsSync(join(modules, '.package-lock.json'))) return false
  const hash = hashOf(lockFile())
  const isStamped = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  if ((!isStamped && !installedMatches()) || !pinnedNodeRuns()) return false
  if (!isStamped) writeStamp(hash)
  return true
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Clock ticks from boot to the start of a process, to tell it from a later one with the same pid. */
const startTicks = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return ''
  }
}

const isAlive = ({ pid, ticks }) => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return false
  }
  return startTicks(pid) === ticks
}

/** Only one install at a time: parallel runs of `npm start` and `npm test` must not both empty node_modules. */
const withInstallLock = async (work) => {
  const folder = join(root, '.cache')
  const lock = join(folder, 'install.lock')
  const mine = `${lock}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(mine, JSON.stringify({ pid: process.pid, ticks: startTicks(process.pid) }))
  let isAnnounced = false
  for (;;) {
    try {
      linkSync(mine, lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = readJson(lock)
    if (holder && !isAlive(holder)) {
      const stale = `${mine}.stale`
      try {
        renameSync(lock, stale)
        // A third start may have taken the lock meanwhile: it gets it back.
        if (readJson(stale)?.pid !== holder.pid) linkSync(stale, lock)
        rmSync(stale, { force: true })
      } catch {
        // Another start was faster; check again.
      }
      continue
    }
    if (!isAnnounced) console.log('Another start is installing the dependencies; waiting for it')
    isAnnounced = true
    await sleep(200)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
    rmSync(mine, { force: true })
  }
}

/** Variables that npm sets for its scripts must not reach the installing npm. */
const installEnvironment = () => {
  const strange =
    /^(npm_(config_(omit|include|only|production|dev|global|location|ignore_scripts|dry_run|offline)|package_|lifecycle_)|NODE_ENV$|INIT_CWD$)/i
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !strange.test(name)))
}

const npm = () => {
  const own = process.env.npm_execpath
  return own && basename(own) === 'npm-cli.js' && existsSync(own) ? [process.execPath, own] : ['npm']
}

const install = () => {
  console.log('Installing the dependencies named in package-lock.json')
  const [program, ...first] = npm()
  const words = [
    'ci',
    '--include=dev',
    '--ignore-scripts=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { status, error } = spawnSync(program, [...first, ...words], {
    cwd: root,
    env: installEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (error || status !== 0) {
    throw new Error(
      `npm could not install the dependencies (${error ? error.message : `exit code ${status}`})`,
    )
  }
  if (!pinnedNodeRuns()) {
    throw new Error(
      'npm installed the dependencies, but not the Node they need; "npm rebuild node" shows why',
    )
  }
  writeStamp(hashOf(lockFile()))
}

/** Ensures that node_modules matches the lock file. @throws Error that says what to do */
export const ensureInstalled = async () => {
  if (isInstalled()) return
  await withInstallLock(async () => {
    if (!isInstalled()) install()
  })
}

/**
 * The parent processes up to npm. A killed npm sends no signal, and one that gets SIGTERM may pass it to a shell
 * that ends silently: a changed parent shows it. '' without npm: a closed terminal is no reason to stop.
 */
const npmFamily = () => {
  if (!process.env.npm_lifecycle_event) return ''
  const read = (file) => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return ''
    }
  }
  const parent = process.ppid
  const stat = read(`/proc/${parent}/stat`)
  const above = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
  const isShell = /\((sh|dash|bash|ash|busybox|zsh|ksh)\)/.test(stat)
  return isShell && /npm/.test(read(`/proc/${above}/cmdline`)) ? `${parent} ${above}` : `${parent}`
}

/** A repeated signal within this time (ms) is the same one: npm repeats the terminal's. */
const REPEATED = 300

/**
 * Half of V8's default young generation: 12 MB less for an idle service, and not slower under load. The old
 * generation is collected after growing by 40 %: an export promotes much short-lived data and took 146 MB without
 * this, 20 MB with it.
 */
const nodeFlags = JSON.parse(readFileSync(new URL('node-flags.json', import.meta.url), 'utf8'))

/**
 * Runs a script with the pinned Node and resolves with its exit code.
 * Ctrl-C reaches a whole process group, and npm sends it again, so the script gets its own group and each signal
 * once, from here. If this process is killed, follow-parent.mjs ends the script and its children.
 * @param {string} script path below the project's folder
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env added to the environment
 * @returns {Promise<number>}
 */
export const execute = (script, args = [], env = {}) =>
  new Promise((resolve, reject) => {
    const node = realpathSync(nodeLink)
    const preload = pathToFileURL(join(root, 'scripts', 'follow-parent.mjs')).href
    const path = [join(modules, '.bin'), process.env.PATH].filter(Boolean).join(delimiter)
    const child = spawn(node, [...nodeFlags, '--import', preload, join(root, script), ...args], {
      env: { NODE_COMPILE_CACHE: join(root, '.cache', 'node'), ...process.env, PATH: path, ...env },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: true,
    })
    const last = new Map()
    const forward = (signal) => {
      const now = performance.now()
      const repeated = now - (last.get(signal) ?? -Infinity) < REPEATED
      last.set(signal, now)
      if (!repeated) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const name of signals) process.on(name, forward)
    const family = npmFamily()
    const watch = setInterval(() => {
      if (family === npmFamily()) return
      clearInterval(watch)
      if (last.size === 0) forward('SIGTERM')
    }, 250)
    const end = () => {
      clearInterval(watch)
      for (const name of signals) process.off(name, forward)
    }
    child.once('error', (error) => {
      end()
      reject(error)
    })
    child.once('exit', (code, signal) => {
      end()
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })

/**
 * Installs if needed, runs the scripts one after the other, and exits with the code of the first that failed, or of
 * the last.
 */
export const runAll = async (steps) => {
  try {
    await ensureInstalled()
    let code = 0
    for (const { script, args, env } of steps) {
      code = await execute(script, args, env)
      if (code !== 0) break
    }
    process.exitCode = code
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}

/** `runAll` for one script. */
export const run = (script, args = [], env = {}) => runAll([{ script, args, env }])
