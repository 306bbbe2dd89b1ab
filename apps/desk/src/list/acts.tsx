/** Acts as buttons and as a menu; those that the person or the plan may not do are not offered. */
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { hasPlan, hasRole } from '../lib/contract.ts'
import { useWords } from '../lib/language.tsx'
import { useMe } from '../lib/me.ts'
import type { Act, MaybeAct } from './declaration.ts'

export const useOffered = (): ((acts: readonly MaybeAct[]) => Act[]) => {
  const me = useMe()
  return (acts) =>
    acts.filter((act): act is Act => {
      if (!act) return false
      const endpoint = 'call' in act ? act.call.endpoint : act.by
      if (!endpoint) return true
      return hasRole(me, endpoint) && hasPlan(me, endpoint)
    })
}

interface ActButtonProps {
  readonly act: Act
  readonly run: (act: Act) => void
  readonly main?: boolean
}

export const ActButton = ({ act, run, main }: ActButtonProps) => (
  <Button
    variant={main ? 'filled' : 'default'}
    {...('link' in act ? { renderRoot: act.link } : { onClick: () => run(act) })}
  >
    {act.label}
  </Button>
)

interface ActMenuProps {
  /** whose acts these are */
  readonly name: string
  readonly acts: readonly Act[]
  readonly run: (act: Act) => void
}

export const ActMenu = ({ name, acts, run }: ActMenuProps) => {
  const { words } = useWords()
  if (acts.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={30} aria-label={`${words.more}: ${name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map((act) => (
          <Menu.Item
            key={act.label}
            {...('link' in act ? { renderRoot: act.link } : { onClick: () => run(act) })}
          >
            {act.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface RowNameProps {
  readonly act: Act | undefined
  readonly run: (act: Act) => void
  readonly children: ReactNode
}

/** What stands first in a row, and opens it. Keys go from one to the next. */
export const RowName = ({ act, run, children }: RowNameProps): ReactElement => {
  if (!act) return <strong>{children}</strong>
  const marks = { 'data-row-link': true, children }
  if ('link' in act) return act.link(marks)
  return <button type="button" className="as-link row-name" onClick={() => run(act)} {...marks} />
}
