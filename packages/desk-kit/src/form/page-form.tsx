/** A form that is part of a page, with its own save button and confirmation. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../lib/language.tsx'
import { LeaveGuard } from '../parts/leave-guard.tsx'
import { FormTrouble } from './form-trouble.tsx'
import type { Form } from './use-form.ts'

interface PageFormProps<D extends object> {
  readonly form: Form<D>
  /** defaults to "Save" */
  readonly submit?: string
  /** defaults to "Saved." */
  readonly done?: string
  /** beside a step that matters more */
  readonly beside?: boolean | undefined
  readonly children: ReactNode
}

export const PageForm = <D extends object>({ form, submit, done, beside, children }: PageFormProps<D>) => {
  const { words } = useMessages()
  return (
    <form
      ref={form.element}
      className="page-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {children}
      <FormTrouble form={form} />
      <div className="form-foot">
        <Button type="submit" variant={form.dirty && !beside ? 'filled' : 'default'} loading={form.busy}>
          {submit ?? words.save}
        </Button>
        <span role="status">{form.saved ? (done ?? words.saved) : ''}</span>
      </div>
      <LeaveGuard isDirty={form.isDirty} />
    </form>
  )
}
