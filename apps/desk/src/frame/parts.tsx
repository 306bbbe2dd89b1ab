/** What the desk puts into the frame around its screens. */
import { Menu } from '@mantine/core'
import { Suspense } from 'react'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { useNow } from '#desk-kit/lib/now.ts'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import type { FrameParts } from '#desk-kit/shell/frame-parts.ts'
import { signOut } from './sign-out.ts'

const PlatformNotices = lazyComponent(async () => (await import('./platform-notices.tsx')).PlatformNotices)

interface Notice {
  readonly text: string
  readonly quiet?: boolean
}

/** Banners of the plan, the most important first. */
const usePlanNotices = (): readonly Notice[] => {
  const { shell } = useMessages()
  const { tenant } = useMe()
  const { date } = useFormat()
  const notices: Notice[] = []
  if (tenant.readOnly) notices.push({ text: shell.readOnly })
  else if (tenant.state === 'PAST_DUE' && tenant.graceUntil)
    notices.push({ text: shell.pastDue({ day: date(tenant.graceUntil) }) })
  else if (tenant.plan === 'TRIAL' && tenant.trialEndsAt)
    notices.push({ text: shell.trial({ day: date(tenant.trialEndsAt) }), quiet: true })
  if (tenant.historyShrinksAt)
    notices.push({ text: shell.shrinks({ day: date(tenant.historyShrinksAt) }), quiet: true })
  return notices
}

const PlanNotices = () =>
  usePlanNotices().map(({ text, quiet }) => (
    <header key={text} className={quiet ? 'notice quiet-notice' : 'notice'}>
      {text}
    </header>
  ))

const Notices = () => {
  const { support, announcements } = useMe()
  const now = useNow()
  const ofPlatform = support !== null || announcements.some(({ until }) => Date.parse(until) > now)
  return (
    <>
      {ofPlatform ? (
        <Suspense>
          <PlatformNotices />
        </Suspense>
      ) : null}
      <PlanNotices />
    </>
  )
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
