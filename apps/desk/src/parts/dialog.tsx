/** One layer at a time: a form that asks once before it throws away what was typed, and a question. */
import { Button, Modal } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ApiError } from '#client/errors.ts'
import { useT } from '../lib/language.tsx'
import { useFocusBack } from './focus-back.ts'
import { ErrorPanel, type QuotaName } from './states.tsx'

interface FormDialogProps {
  readonly title: string
  readonly opened: boolean
  readonly onClose: () => void
  /** something was typed that is not saved */
  readonly dirty: boolean
  readonly submit: string
  readonly onSubmit: () => void
  readonly busy?: boolean
  readonly error?: ApiError | null
  readonly quota?: QuotaName
  /** what is missing, in words; then nothing is sent */
  readonly problem?: string | undefined
  readonly wide?: boolean
  readonly destructive?: boolean
  readonly children: ReactNode
}

export const FormDialog = (props: FormDialogProps) => {
  const { words } = useT()
  const [leaving, setLeaving] = useState(false)
  const [tried, setTried] = useState(false)
  useFocusBack(props.opened)
  const close = (): void => {
    setLeaving(false)
    setTried(false)
    props.onClose()
  }
  const ask = (): void => {
    if (props.dirty && !leaving) setLeaving(true)
    else close()
  }
  const send = (event: FormEvent): void => {
    event.preventDefault()
    setLeaving(false)
    setTried(true)
    if (!props.problem && !props.busy) props.onSubmit()
  }
  return (
    <Modal
      opened={props.opened}
      onClose={ask}
      title={props.title}
      size={props.wide ? 'xl' : 'md'}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <form className="form" onSubmit={send} noValidate>
        {props.children}
        {tried && props.problem ? (
          <p className="field-problem" role="alert">
            {props.problem}
          </p>
        ) : null}
        {props.error ? <ErrorPanel error={props.error} quota={props.quota} /> : null}
        {leaving ? (
          <div className="leaving" role="alert">
            <span>{words.notSaved}</span>
            <Button color="bad" onClick={close}>
              {words.discard}
            </Button>
            <Button onClick={() => setLeaving(false)}>{words.keepEditing}</Button>
          </div>
        ) : (
          <div className="form-foot">
            <Button
              type="submit"
              variant="filled"
              loading={props.busy ?? false}
              {...(props.destructive ? { color: 'bad' } : {})}
            >
              {props.submit}
            </Button>
            <Button onClick={ask}>{words.cancel}</Button>
          </div>
        )}
      </form>
    </Modal>
  )
}

interface ConfirmProps {
  readonly title: string
  readonly opened: boolean
  readonly onClose: () => void
  readonly submit: string
  readonly onSubmit: () => void
  readonly busy?: boolean
  readonly error?: ApiError | null
  readonly quota?: QuotaName
  readonly children: ReactNode
}

export const Confirm = (props: ConfirmProps) => (
  <FormDialog {...props} dirty={false} destructive>
    <div>{props.children}</div>
  </FormDialog>
)
