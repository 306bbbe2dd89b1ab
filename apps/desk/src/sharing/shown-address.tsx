/** Shows the address of a share link once, also as a QR code. */
import { encode } from 'uqr'
import type { NewShareLink } from '#contracts/sharing/links.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { CopyButton } from '#desk-kit/parts/copy.tsx'
import { ShownOnce } from '#desk-kit/parts/shown-once.tsx'
import { sharingMessages } from './messages.ts'

const quiet = 4

/** One SVG path for all dark squares, so that it prints and scales. */
const pathOf = (text: string): { readonly size: number; readonly path: string } => {
  const { data, size } = encode(text, { ecc: 'M', border: quiet })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}

/** HTML to embed the view in another page. */
const snippetOf = (url: string): string => {
  const { origin, pathname } = new URL(url)
  const token = pathname.slice(pathname.lastIndexOf('/') + 1)
  return `<script src="${origin}/s/embed.js" async></script>\n<wellkept-embed token="${token}"></wellkept-embed>`
}

interface ShownAddressProps {
  readonly created: Pick<NewShareLink, 'name' | 'url' | 'kind'>
  readonly onClose: () => void
}

export const ShownAddress = ({ created: { name, url, kind }, onClose }: ShownAddressProps) => {
  const t = useMessages(sharingMessages)
  const { size, path } = pathOf(url)
  const snippet = snippetOf(url)
  return (
    <ShownOnce
      title={t.addressTitle({ name })}
      help={t.addressHelp}
      secret={url}
      copy={t.copyAddress}
      saved={t.addressSaved}
      notYet={t.addressNotYet}
      onClose={onClose}
    >
      <p>
        <a href={url} target="_blank" rel="noreferrer">
          {t.openIt}
        </a>
      </p>
      {kind === 'EMBED' ? (
        <section>
          <p>{t.embedHelp}</p>
          <pre className="example call">{snippet}</pre>
          <CopyButton text={snippet} label={t.copyEmbed} />
        </section>
      ) : null}
      {kind === 'SCREEN' ? <p>{t.wallHelp({ address: `${location.host}/s/pair` })}</p> : null}
      <svg className="share-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t.qrLabel}>
        <rect width={size} height={size} className="share-code-ground" />
        <path d={path} shapeRendering="crispEdges" />
      </svg>
    </ShownOnce>
  )
}
