/** Warns that linking a sticker replaces the current one, which then leads nowhere. */
import { getAmenity } from '#contracts/admin/amenities.ts'
import { useApi } from '../../lib/api.ts'
import { formatCode } from './format-code.ts'

interface CodeThereProps {
  readonly amenityId: string | null
  /** the sticker to be linked */
  readonly code: string
  readonly say: (values: { code: string }) => string
}

export const CodeThere = ({ amenityId, code, say }: CodeThereProps) => {
  const { data } = useApi(getAmenity, { params: { id: amenityId ?? '' } }, { enabled: amenityId !== null })
  const there = data?.qrCode
  return <p role="status">{amenityId && there && there !== code ? say({ code: formatCode(there) }) : ''}</p>
}
