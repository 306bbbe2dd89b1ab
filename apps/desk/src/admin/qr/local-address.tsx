/** Warns before stickers are printed that carry an address which only this computer can open. */
import { Button } from '@mantine/core'
import { listQrCodes } from '#contracts/places/qr-codes.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { qrMessages } from './messages.ts'

/** The origin on stickers, where it is loopback; undefined elsewhere, and until it is known. */
export const useLocalAddress = (): string | undefined => {
  const codes = useApi(listQrCodes, { query: { pageSize: 1 } }, { staleMinutes: 60 })
  const url = codes.data?.items[0]?.url
  if (!url || !URL.canParse(url)) return undefined
  const { hostname, origin } = new URL(url)
  return /^(localhost|127\..+|\[::1\])$/.test(hostname) ? origin : undefined
}

interface LocalAddressProps {
  readonly address: string
  readonly asking: boolean
  readonly onPrint: () => void
  readonly onCancel: () => void
}

export const LocalAddress = ({ address, asking, onPrint, onCancel }: LocalAddressProps) => {
  const qr = useMessages(qrMessages)
  const { words } = useMessages()
  return (
    <div className="error-panel" role="alert">
      <p className="error-title">{qr.local({ address })}</p>
      {asking ? (
        <div className="actions">
          <Button autoFocus onClick={onCancel}>
            {words.cancel}
          </Button>
          <Button color="bad" onClick={onPrint}>
            {qr.download}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
