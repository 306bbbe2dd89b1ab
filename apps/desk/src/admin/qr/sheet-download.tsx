/**
 * The PDF of a sheet. Where stickers carry an address that only this computer can open, it warns, and asks once before
 * the first download.
 */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#client/errors.ts'
import type { CallInput } from '#client/types.ts'
import { getQrSheet } from '#contracts/places/qr-codes.ts'
import { client } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { saveFile } from '#desk-kit/parts/blob-image.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { qrMessages } from './messages.ts'

/** The origin of a sticker's address, where it is loopback. */
const localOrigin = (url: string | undefined): string | undefined => {
  if (!url || !URL.canParse(url)) return undefined
  const { hostname, origin } = new URL(url)
  return /^(localhost|127\..+|\[::1\])$/.test(hostname) ? origin : undefined
}

/**
 * @param address of any sticker; undefined until it is known
 * @returns the button's state, and the warning or error to show beside it
 */
export const useSheetDownload = (
  query: CallInput<typeof getQrSheet>['query'],
  address: string | undefined,
) => {
  const qr = useMessages(qrMessages)
  const { words } = useMessages()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()
  const [asked, setAsked] = useState<'NOT' | 'ASKING' | 'YES'>('NOT')
  const local = localOrigin(address)
  const save = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      saveFile(await client.call(getQrSheet, { query: { ...query, format: 'pdf' } }), 'qr-stickers.pdf')
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      setError(fault)
    } finally {
      setBusy(false)
    }
  }
  return {
    button: {
      loading: busy,
      onClick: () => (local && asked !== 'YES' ? setAsked('ASKING') : void save()),
    },
    notice: (
      <>
        {local ? (
          <div className="error-panel" role="alert">
            <p className="error-title">{qr.local({ address: local })}</p>
            {asked === 'ASKING' ? (
              <div className="actions">
                <Button autoFocus onClick={() => setAsked('NOT')}>
                  {words.cancel}
                </Button>
                <Button
                  color="bad"
                  onClick={() => {
                    setAsked('YES')
                    void save()
                  }}
                >
                  {qr.download}
                </Button>
              </div>
            ) : null}
          </div>
        ) : null}
        {error ? <ErrorPanel error={error} /> : null}
      </>
    ),
  }
}
