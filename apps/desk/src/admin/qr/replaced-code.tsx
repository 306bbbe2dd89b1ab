/** Warns that linking a sticker replaces the current one, which then leads nowhere. */
import { getAmenity } from '#contracts/places/amenities.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { formatCode } from './format-code.ts'

interface ReplacedCodeProps {
  readonly amenityId: string | null
  /** the sticker to be linked */
  readonly code: string
  readonly say: (values: { code: string }) => string
}

export const ReplacedCode = ({ amenityId, code, say }: ReplacedCodeProps) => {
  const { data } = useApi(getAmenity, { params: { id: amenityId ?? '' } }, { enabled: amenityId !== null })
  const there = data?.qrCode
  return <p role="status">{amenityId && there && there !== code ? say({ code: formatCode(there) }) : ''}</p>
}
