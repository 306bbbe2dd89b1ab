/** Confirmation dialog before something is deleted or revoked. */
import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Call, useRun } from '../lib/api.ts'
import { useMessages } from '../lib/language.tsx'
import { useFocusBack } from './focus-back.ts'
import { ErrorPanel, type QuotaName } from './states.tsx'

interface ConfirmProps {
  readonly title: string
  readonly submit: string
  /** carries the version that is on the screen */
  readonly call: Call
  readonly onClose: () => void
  /** defaults to `onClose` */
  readonly onDone?: () => void
  readonly quota?: QuotaName
  readonly children: ReactNode
}

export const Confirm = ({ onClose, onDone = onClose, ...props }: ConfirmProps) => {
  const { words } = useMessages()
  const run = useRun()
  useFocusBack(true)
  return (
    <Modal
      opened
      onClose={onClose}
      title={props.title}
      size="md"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!run.isPending) run.mutate(props.call, { onSuccess: onDone })
        }}
      >
        <div>{props.children}</div>
        {run.error ? <ErrorPanel error={run.error} quota={props.quota} /> : null}
        <div className="form-foot">
          <Button type="submit" variant="filled" color="bad" loading={run.isPending}>
            {props.submit}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </div>
      </form>
    </Modal>
  )
}
