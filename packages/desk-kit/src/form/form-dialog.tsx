/** A form in a dialog. Asks before unsaved input is discarded. */
import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { ApiError } from '#client/errors.ts'
import { useMessages } from '../lib/language.tsx'
import { useFocusBack } from '../parts/focus-back.ts'
import type { QuotaName } from '../parts/states.tsx'
import { FormTrouble } from './form-trouble.tsx'
import type { Form } from './use-form.ts'

interface FormDialogProps<D extends object> {
  readonly form: Form<D>
  readonly title: string
  readonly submit: string
  readonly onClose: () => void
  readonly quota?: QuotaName
  /** overrides the text of an error's code */
  readonly refusal?: (error: ApiError) => string | undefined
  readonly wide?: boolean
  readonly children: ReactNode
}

export const FormDialog = <D extends object>({ form, onClose, ...props }: FormDialogProps<D>) => {
  const { words } = useMessages()
  const [leaving, setLeaving] = useState(false)
  useFocusBack(true)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => form.isDirty(),
    enableBeforeUnload: () => form.isDirty(),
    withResolver: true,
  })
  const blocked = status === 'blocked'
  const before = useRef<Element>(null)
  /** Focuses the button that keeps the input and scrolls to it; afterwards the focus returns to the field. */
  const question = useCallback((element: HTMLElement | null): void => {
    if (element) {
      before.current = document.activeElement
      element.querySelector<HTMLElement>('button:last-child')?.focus()
    } else if (before.current instanceof HTMLElement) before.current.focus()
  }, [])
  const ask = (): void => {
    if (form.dirty && !leaving) setLeaving(true)
    else onClose()
  }
  return (
    <Modal
      opened
      onClose={ask}
      title={props.title}
      size={props.wide ? 'xl' : 'md'}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <form
        ref={form.element}
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setLeaving(false)
          form.submit()
        }}
      >
        {props.children}
        <FormTrouble form={form} quota={props.quota} refusal={props.refusal} />
        {leaving || blocked ? (
          <div className="leaving" role="alert" ref={question}>
            <span>{words.notSaved}</span>
            <Button color="bad" onClick={() => (blocked ? proceed() : onClose())}>
              {words.discard}
            </Button>
            <Button
              onClick={() => {
                setLeaving(false)
                if (blocked) reset()
              }}
            >
              {words.keepEditing}
            </Button>
          </div>
        ) : (
          <div className="form-foot">
            <Button type="submit" variant="filled" loading={form.busy}>
              {props.submit}
            </Button>
            <Button onClick={ask}>{words.cancel}</Button>
          </div>
        )}
      </form>
    </Modal>
  )
}
