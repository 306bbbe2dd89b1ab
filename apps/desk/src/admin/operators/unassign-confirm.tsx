/**
 * Confirmation before an operator or company stops working: says how many tasks become unassigned, and lists them
 * afterwards.
 */
import { Button, Modal } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ApiError } from '#client/errors.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { operatorMessages } from './messages.ts'

export interface TaskName {
  readonly id: string
  readonly number: number
  readonly title: string
}

export const TaskNames = ({ tasks }: { tasks: readonly TaskName[] }) => (
  <ul className="outcomes">
    {tasks.map(({ id, number, title }) => (
      <li key={id}>
        <Link to="/tasks/$id" params={{ id }}>
          {number} <bdi>{title}</bdi>
        </Link>
      </li>
    ))}
  </ul>
)

interface UnassignConfirmProps {
  readonly title: string
  readonly submit: string
  /** open tasks; undefined: loading, null: not allowed or failed */
  readonly count: number | null | undefined
  readonly action: {
    readonly isPending: boolean
    readonly error: ApiError | null
    readonly data: { readonly handedBack: readonly TaskName[] } | undefined
  }
  readonly onSubmit: () => void
  readonly onClose: () => void
  /** further consequences */
  readonly children: ReactNode
}

export const UnassignConfirm = ({ count, action, onClose, ...props }: UnassignConfirmProps) => {
  const { words } = useMessages()
  const t = useMessages(operatorMessages)
  const { handedBack } = action.data ?? {}
  useFocusBack(true)
  return (
    <Modal
      opened
      onClose={onClose}
      title={props.title}
      size="md"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {handedBack ? (
        <div className="form">
          <p role="status">{t.handedBack({ count: handedBack.length })}</p>
          <TaskNames tasks={handedBack} />
          <div className="form-foot">
            <Button variant="filled" onClick={onClose} data-autofocus>
              {words.close}
            </Button>
          </div>
        </div>
      ) : (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault()
            if (!action.isPending) props.onSubmit()
          }}
        >
          <div>
            <p>{props.children}</p>
            <p aria-live="polite">
              {count === undefined ? t.counting : count === null ? t.someGoBack : t.goBack({ count })}
            </p>
          </div>
          {action.error ? <ErrorPanel error={action.error} /> : null}
          <div className="form-foot">
            <Button type="submit" variant="filled" color="bad" loading={action.isPending}>
              {props.submit}
            </Button>
            <Button onClick={onClose}>{words.cancel}</Button>
          </div>
        </form>
      )}
    </Modal>
  )
}
