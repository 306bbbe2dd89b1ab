import { createHash } from 'node:crypto'
import type { PolicyOptions } from './models.ts'
import type { SharePolicyOptions } from './pages/share/model.ts'
import { accentStyle } from './styles/accent.ts'

const accentHashes = new Map<string, string>()

const accentHash = (style: string): string => {
  const known = accentHashes.get(style)
  if (known) return known
  if (accentHashes.size >= 1000) accentHashes.clear()
  const hash = `sha256-${createHash('sha256').update(style).digest('base64')}`
  accentHashes.set(style, hash)
  return hash
}

/** `sha256-…` of the inline script and style sheet of all pages. */
export const scriptHash = CLIENT_SCRIPT_HASH
export const styleHash = STYLES_HASH

/** The Content-Security-Policy of a visitor page: only its own inline script and styles. */
export const contentSecurityPolicy = ({ colour, fileOrigins = [] }: PolicyOptions = {}): string => {
  const accent = accentStyle(colour)
  const styles = [styleHash, MORE_STYLES_HASH, ...(accent ? [accentHash(accent)] : [])]
  const files = fileOrigins.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    `script-src ${[scriptHash, FOLLOW_SCRIPT_HASH, LINK_SCRIPT_HASH, MINE_SCRIPT_HASH].map((hash) => `'${hash}'`).join(' ')}`,
    `style-src ${styles.map((hash) => `'${hash}'`).join(' ')}`,
    `img-src 'self' data: blob:${files}`,
    `connect-src 'self'${files}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
  ].join('; ')
}

/** The policy of a shared page; only the named origins may embed it. */
export const shareSecurityPolicy = ({
  colour,
  framedBy = [],
  fileOrigins = [],
}: SharePolicyOptions = {}): string => {
  const accent = accentStyle(colour)
  const styles = accent ? [SHARE_STYLES_HASH, accentHash(accent)] : [SHARE_STYLES_HASH]
  return [
    "default-src 'none'",
    `script-src '${SHARE_SCRIPT_HASH}'`,
    `style-src ${styles.map((hash) => `'${hash}'`).join(' ')}`,
    ["img-src 'self' data:", ...fileOrigins].join(' '),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length > 0 ? framedBy.join(' ') : "'none'"}`,
  ].join('; ')
}
