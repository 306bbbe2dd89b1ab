/**
 * Creates fonts for sticker texts that Atkinson Hyperlegible Next has no glyphs for: Noto Sans, reduced to the
 * glyphs of those texts. Run it after changing the texts; it downloads the full fonts to a temporary folder.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stickerTexts } from '../apps/server/src/modules/places/qr-codes/stickers/wording.ts'

type Subset = (font: Buffer, text: string, options: { targetFormat: 'woff' }) => Promise<Buffer>

const target = path.resolve(
  import.meta.dirname,
  '../apps/server/src/modules/places/qr-codes/stickers/line-fonts',
)
const sources = [
  { language: 'ar', folder: 'noto-sans-arabic', file: 'NotoSansArabic' },
  { language: 'zh', folder: 'noto-sans-sc', file: 'NotoSansSC' },
  { language: 'ja', folder: 'noto-sans-jp', file: 'NotoSansJP' },
] as const
const weights = [
  { weight: 400, name: '400Regular' },
  { weight: 700, name: '700Bold' },
]

const work = mkdtempSync(path.join(tmpdir(), 'wellkept-fonts-'))
try {
  const packages = sources.map(({ folder }) => `@expo-google-fonts/${folder}@0.4.3`)
  writeFileSync(path.join(work, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', 'subset-font@2.9.0', ...packages], {
    cwd: work,
    stdio: 'inherit',
  })
  const subset = createRequire(path.join(work, 'package.json'))('subset-font') as Subset
  mkdirSync(target, { recursive: true })
  for (const { language, folder, file } of sources) {
    const font = path.join(work, 'node_modules/@expo-google-fonts', folder)
    const text = stickerTexts(language)
    for (const { weight, name } of weights) {
      const whole = readFileSync(path.join(font, name, `${file}_${name}.ttf`))
      const cut = await subset(whole, text, { targetFormat: 'woff' })
      writeFileSync(path.join(target, `${language}-${weight}.woff`), cut)
    }
    copyFileSync(path.join(font, 'LICENSE_FONT'), path.join(target, `${language}-LICENCE.txt`))
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
