/** Actions as buttons and menus; those that the role or the plan excludes are not offered. */
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { hasPlan, hasRole } from '../lib/contract.ts'
import { useMessages } from '../lib/language.tsx'
import { useViewer } from '../lib/me.ts'
import type { Action, MaybeAction } from './declaration.ts'

export const useOffered = (): ((actions: readonly MaybeAction[]) => Action[]) => {
  const { staff } = useViewer()
  return (actions) =>
    actions.filter((action): action is Action => {
      if (!action) return false
      const endpoint = 'call' in action ? action.call.endpoint : action.by
      if (!endpoint) return true
      return hasRole(staff, endpoint) && hasPlan(staff, endpoint)
    })
}

interface ActionButtonProps {
  readonly action: Action
  readonly run: (action: Action) => void
  readonly main?: boolean
}

export const ActionButton = ({ action, run, main }: ActionButtonProps) => (
  <Button
    variant={main ? 'filled' : 'default'}
    {...('link' in action ? { renderRoot: action.link } : { onClick: () => run(action) })}
  >
    {action.label}
  </Button>
)

interface ActionMenuProps {
  /** the row or record, for screen readers */
  readonly name: string
  readonly actions: readonly Action[]
  readonly run: (action: Action) => void
}

export const ActionMenu = ({ name, actions, run }: ActionMenuProps) => {
  const { words } = useMessages()
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={30} aria-label={`${words.more}: ${name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            {...('link' in action ? { renderRoot: action.link } : { onClick: () => run(action) })}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface RowNameProps {
  readonly action: Action | undefined
  readonly run: (action: Action) => void
  readonly children: ReactNode
}

/** The first cell of a row, which opens it. `j` and `k` move between these. */
export const RowName = ({ action, run, children }: RowNameProps): ReactElement => {
  if (!action) return <strong>{children}</strong>
  const marks = { 'data-row-link': true, children }
  if ('link' in action) return action.link(marks)
  return <button type="button" className="as-link row-name" onClick={() => run(action)} {...marks} />
}
