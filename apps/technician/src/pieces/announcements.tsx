/** What the platform announces to staff now. */
import type { JSX } from 'preact'
import { useCell } from '#field-kit/cell.ts'
import { Notice } from '#field-kit/form.tsx'
import { useAppServices } from '../app-services.ts'
import { useNow } from './clock.ts'

export const Announcements = (): JSX.Element => {
  const record = useCell(useAppServices().account.record)
  const now = useNow()
  return (
    <>
      {record?.announcements
        .filter(({ until }) => Date.parse(until) > now)
        .map(({ id, kind, title, text }) => (
          <Notice key={id} tone={kind === 'INCIDENT' ? 'warn' : 'info'}>
            <strong>{title}</strong> {text}
          </Notice>
        ))}
    </>
  )
}
