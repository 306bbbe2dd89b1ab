/** Notices of the platform: that support is reading, with the time left, and announcements. */
import { Link } from '@tanstack/react-router'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useHasRole, useMe } from '#desk-kit/lib/me.ts'
import { useNow } from '#desk-kit/lib/now.ts'
import { noticeMessages } from './messages.ts'

const SupportNotice = () => {
  const t = useMessages(noticeMessages)
  const { support } = useMe()
  const isAdmin = useHasRole('ADMIN')
  const { full } = useFormat()
  const now = useNow()
  const left = support ? Date.parse(support.until) - now : 0
  if (!support || left <= 0) return null
  const { until, reason } = support
  return (
    <header className="notice">
      {t.support({ time: full(until), minutes: Math.ceil(left / 60_000), reason })}{' '}
      {isAdmin ? <Link to="/data">{t.who}</Link> : null}
    </header>
  )
}

export const PlatformNotices = () => {
  const { announcements } = useMe()
  const now = useNow()
  return (
    <>
      <SupportNotice />
      {announcements
        .filter(({ until }) => Date.parse(until) > now)
        .map(({ id, title, text }) => (
          <header className="notice" key={id}>
            <strong>{title}</strong> {text}
          </header>
        ))}
    </>
  )
}
