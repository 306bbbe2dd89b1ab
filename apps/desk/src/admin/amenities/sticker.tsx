/** QR code of an amenity: image, download, and replacing a lost sticker. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#client/errors.ts'
import type { AmenityWithItems } from '#contracts/places/amenities.ts'
import { getQrImage, rotateQrCode } from '#contracts/places/qr-codes.ts'
import { callOf, client, useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { fileName, saveFile, useBlobUrl } from '#desk-kit/parts/blob-image.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel, QueryView } from '#desk-kit/parts/states.tsx'
import { adminMessages } from '../messages.ts'
import { formatCode } from '../qr/format-code.ts'
import { amenityMessages } from './messages.ts'

const Picture = ({ blob, alt }: { blob: Blob; alt: string }) => {
  const url = useBlobUrl(blob)
  return url ? <img src={url} alt={alt} width={200} height={200} className="qr-image" /> : null
}

export const Sticker = ({ amenity }: { amenity: AmenityWithItems }) => {
  const amenities = useMessages(amenityMessages)
  const house = useMessages(adminMessages)
  const code = amenity.qrCode
  const image = useApi(
    getQrImage,
    { params: { id: amenity.id }, query: { format: 'svg', size: 400 } },
    { enabled: code !== null, staleMinutes: 60 },
  )
  const [rotating, setRotating] = useState(false)
  const [error, setError] = useState<ApiError>()
  const download = async (format: 'svg' | 'png'): Promise<void> => {
    setError(undefined)
    try {
      const blob = await client.call(getQrImage, {
        params: { id: amenity.id },
        query: { format, size: 1024 },
      })
      saveFile(blob, fileName(amenity.name, format))
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      setError(fault)
    }
  }
  return (
    <Section title={amenities.sticker}>
      {code ? (
        <div className="sticker">
          <QueryView of={image} rows={5}>
            {(blob) => <Picture blob={blob} alt={amenities.imageOf({ name: amenity.name })} />}
          </QueryView>
          <div className="form">
            <code>{formatCode(code)}</code>
            <a href={`/q/${code}`} target="_blank" rel="noreferrer">
              {amenities.openPage}
            </a>
            <div className="actions">
              <Button renderRoot={(props) => <Link {...props} to="/qr-studio" search={{ codes: [code] }} />}>
                {house.printOne}
              </Button>
              <Button onClick={() => void download('svg')}>SVG</Button>
              <Button onClick={() => void download('png')}>PNG</Button>
              <Button color="bad" onClick={() => setRotating(true)}>
                {amenities.rotate}
              </Button>
            </div>
            {error ? <ErrorPanel error={error} /> : null}
          </div>
        </div>
      ) : (
        <p>
          {amenities.noSticker}{' '}
          <Link to="/qr-codes" search={{ state: ['FREE'] }}>
            {amenities.linkFree}
          </Link>
        </p>
      )}
      {rotating ? (
        <Confirm
          title={amenities.rotate}
          submit={amenities.rotate}
          call={callOf(rotateQrCode, { params: { id: amenity.id } })}
          onClose={() => setRotating(false)}
          quota="qrCodes"
        >
          {amenities.rotateHelp}
        </Confirm>
      ) : null}
    </Section>
  )
}
