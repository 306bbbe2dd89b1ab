/** Before a sticker is linked: the place that was chosen has one already, which would lead nowhere. */
import { getAmenity } from '#contracts/admin/amenities.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { useApi } from '../../lib/api.ts'
import { inFives } from './in-fives.ts'

interface CodeThereProps {
  readonly amenityId: string | null
  /** the one to be linked */
  readonly code: string
  readonly say: (told: { place: string; code: string }) => string
}

export const CodeThere = ({ amenityId, code, say }: CodeThereProps) => {
  const { data } = useApi(getAmenity, { params: { id: amenityId ?? '' } }, { enabled: amenityId !== null })
  const there = amenityId !== null && data?.qrCode !== code ? data?.qrCode : null
  return (
    <p role="status" className={there ? 'error-panel calm' : 'hidden'}>
      {data && there
        ? say({
            place: sayPlace(data.name, data.location?.path, data.building.name),
            code: inFives(there),
          })
        : null}
    </p>
  )
}
