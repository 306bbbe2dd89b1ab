/** What the desk puts into the frame around its screens. */
import { Menu } from '@mantine/core'
import { Suspense } from 'react'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import type { FrameParts } from '#desk-kit/shell/frame-parts.ts'
import { signOut } from './sign-out.ts'

const PlatformNotices = lazyComponent(async () => (await import('./platform-notices.tsx')).PlatformNotices)

const Notices = () => {
  const { support, announcements } = useMe()
  const ofPlatform = support !== null || announcements.length > 0
  return (
    <>
      {ofPlatform ? (
        <Suspense>
          <PlatformNotices />
        </Suspense>
      ) : null}
      <PlanNotice />
    </>
  )
}

const PlanNotice = () => {
  const { shell } = useMessages()
  const { tenant } = useMe()
  const { date } = useFormat()
  if (tenant.readOnly) return <header className="notice">{shell.readOnly}</header>
  if (tenant.plan === 'TRIAL' && tenant.trialEndsAt) {
    return <header className="notice quiet-notice">{shell.trial({ day: date(tenant.trialEndsAt) })}</header>
  }
  return null
}

const AccountLinks = () => {
  const { shell } = useMessages()
  return (
    <Menu.Item component="a" href="/app/work">
      {shell.fieldApp}
    </Menu.Item>
  )
}

/** Keys of the task list. */
const useKeyHelp: FrameParts['useKeyHelp'] = () => {
  const { keyHelp } = useMessages()
  return [
    ['n', keyHelp.new],
    ['p  a  d  s', keyHelp.edit],
    ['u', keyHelp.undo],
  ]
}

export const parts = {
  /** Preloaded shortly after the first screen. */
  Commands: lazyComponent(async () => (await import('../commands/commands.tsx')).Commands),
  Notices,
  AccountLinks,
  useKeyHelp,
  signOut: () => signOut(),
} satisfies Omit<FrameParts, 'useChoose'>
