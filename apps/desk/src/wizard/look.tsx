/** Name, colour and logo that visitors see, before stickers are printed with them. */
import { getSettings } from '#contracts/settings.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { BrandingForm } from '../admin/settings/branding.tsx'

export const Look = () => (
  <QueryView of={useApi(getSettings, {})} rows={4}>
    {(settings) => <BrandingForm settings={settings} brief />}
  </QueryView>
)
