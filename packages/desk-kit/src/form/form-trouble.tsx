/** Errors that belong to no single field, and edit conflicts. */
import type { ApiError } from '#client/errors.ts'
import { useMessages } from '../lib/language.tsx'
import { ErrorPanel, type QuotaName } from '../parts/states.tsx'
import type { Form } from './use-form.ts'

interface FormTroubleProps<D extends object> {
  readonly form: Form<D>
  readonly quota?: QuotaName | undefined
  /** overrides the text of the error's code */
  readonly refusal?: ((error: ApiError) => string | undefined) | undefined
}

export const FormTrouble = <D extends object>({ form, quota, refusal }: FormTroubleProps<D>) => {
  const { lists } = useMessages()
  return (
    <>
      {form.conflicted ? (
        <div className="error-panel calm" role="alert">
          <p className="error-title">{lists.overtaken}</p>
          <p>{lists.overtakenHelp}</p>
        </div>
      ) : null}
      {form.error ? <ErrorPanel error={form.error} message={refusal?.(form.error)} quota={quota} /> : null}
    </>
  )
}
