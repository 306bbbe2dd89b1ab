import * as kit from '#field-kit/use-form-draft.ts'
import { useAppServices } from '../app-services.ts'

/** Keeps a form of the current user. @param empty the same object in each call */
export const useFormDraft = <T extends Readonly<Record<string, string>>>(form: string, empty: T) => {
  const { drafts, persons } = useAppServices()
  return kit.useFormDraft(drafts, `${persons.current()?.id} ${form}`, empty)
}
