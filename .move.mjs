import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const folders = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const git = (...a) => execFileSync('git', a, { encoding: 'utf8', maxBuffer: 1e9 })
const tracked = git('ls-files').trim().split('\n')
const map = new Map()
for (const f of tracked)
  for (const [from, to] of Object.entries(folders)) {
    if (f === from) {
      map.set(f, to)
      break
    }
    if (f.startsWith(from + '/')) {
      map.set(f, to + f.slice(from.length))
      break
    }
  }
const aliases = [
  ['#contracts/', 'packages/contracts/src/'],
  ['#client/', 'packages/client/src/'],
  ['#ui/', 'packages/ui/src/'],
  ['#server/', 'apps/server/src/'],
  ['#test/', 'apps/server/test/'],
  ['#visitor/', 'apps/visitor/src/'],
  ['#i18n/', 'packages/i18n/src/'],
  ['#field-kit/', 'packages/field-kit/src/'],
  ['#desk-kit/', 'packages/desk-kit/src/'],
]
const roomish = (f) => f.split('/').slice(0, 5).join('/')
const out = new Map()
for (const f of tracked.filter((f) => /\.(ts|tsx|mjs|css)$/.test(f) && existsSync(f))) {
  const text = readFileSync(f, 'utf8')
  const to = map.get(f) ?? f
  const swap = (spec) => {
    let alias = aliases.find(([a]) => spec.startsWith(a)),
      target
    if (alias) target = alias[1] + spec.slice(alias[0].length)
    else if (spec.startsWith('.')) target = path.posix.normalize(path.posix.join(path.posix.dirname(f), spec))
    else return spec
    const isDir = !existsSync(target)
    if (isDir) {
      if (!map.has(target)) {
        return spec
      }
    }
    const next = map.get(target) ?? target
    if (next === target && to === f) return spec
    if (alias) {
      const a = aliases.find(([, r]) => next.startsWith(r))
      return a[0] + next.slice(a[1].length)
    }
    if (next === target && to === f) return spec
    const pk = (x) => x.split('/').slice(0, 2).join('/')
    if (pk(to) !== pk(next)) {
      const a = aliases.find(([, r]) => next.startsWith(r))
      if (a) return a[0] + next.slice(a[1].length)
    }
    let rel = path.posix.relative(path.posix.dirname(to), next)
    if (!rel.startsWith('.')) rel = './' + rel
    return rel
  }
  const changed = text.replace(
    /(from\s+|@import\s+|import\(\s*|import\s+|new URL\(\s*|import\.meta\.dirname, )(['"])(\.{1,2}\/[^'"]+|#[a-z]+\/[^'"]+)\2/g,
    (m, a, q, s) => a + q + swap(s) + q,
  )
  if (changed !== text) out.set(f, changed)
}
for (const [f, t] of out) writeFileSync(f, t)
for (const [a, b] of map) {
  mkdirSync(path.dirname(b), { recursive: true })
  git('mv', a, b)
}
console.log(map.size, 'files moved', out.size, 'files with imports changed')
