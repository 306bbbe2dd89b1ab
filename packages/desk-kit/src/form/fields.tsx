/** Props of Mantine inputs from a form: value, change handler, label, maxLength, error and conflict. */
import type { ChangeEvent, ReactNode } from 'react'
import { useMessages } from '../lib/language.tsx'
import type { Form } from './use-form.ts'

type TextChange = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>

/** Names of the fields that hold a string. */
export type TextsOf<D> = { [K in keyof D]: D[K] extends string ? K : never }[keyof D]
type ChecksOf<D> = { [K in keyof D]: D[K] extends boolean ? K : never }[keyof D]

interface NoteProps<D extends object> {
  readonly form: Form<D>
  readonly name: keyof D
  /** shows a colleague's value in a conflict */
  readonly format?: ((value: never) => ReactNode) | undefined
}

const useValueText = (): ((value: unknown) => ReactNode) => {
  const { words } = useMessages()
  return (value) => {
    if (value === '' || value === null || value === undefined) return words.none
    if (typeof value === 'boolean') return value ? words.yes : words.no
    return Array.isArray(value) ? value.map(String).join(', ') : String(value)
  }
}

/** The error of a field, or in a conflict the colleague's value with a button to use it. */
const Note = <D extends object>({ form, name, format }: NoteProps<D>) => {
  const { lists } = useMessages()
  const valueText = useValueText()
  const conflict = form.conflict(name)
  if (!conflict) return form.fault(name)
  const value =
    (format as ((value: unknown) => ReactNode) | undefined)?.(conflict.theirs) ?? valueText(conflict.theirs)
  return (
    <span className="theirs">
      {lists.theirs} <q>{value}</q>{' '}
      <button type="button" className="as-link" onClick={conflict.take}>
        {lists.takeTheirs}
      </button>
    </span>
  )
}

const noteOf = <D extends object>(form: Form<D>, name: keyof D, format?: NoteProps<D>['format']) =>
  form.fault(name) || form.conflict(name) ? <Note form={form} name={name} format={format} /> : undefined

/** For TextInput, Textarea and NativeSelect. */
export const text = <D extends object>(
  form: Form<D>,
  name: TextsOf<D>,
  label: string,
  format?: (value: string) => ReactNode,
) => {
  const maxLength = form.maxLength(name)
  return {
    label,
    value: form.values[name] as string,
    error: noteOf(form, name, format),
    ...(maxLength === undefined ? {} : { maxLength }),
    onChange: (event: TextChange) => form.set({ [name]: event.currentTarget.value } as unknown as Partial<D>),
  }
}

/** For Checkbox and Switch. */
export const check = <D extends object>(form: Form<D>, name: ChecksOf<D>, label: string) => ({
  label,
  checked: form.values[name] as boolean,
  error: noteOf(form, name),
  onChange: (event: ChangeEvent<HTMLInputElement>) =>
    form.set({ [name]: event.currentTarget.checked } as unknown as Partial<D>),
})

/** For inputs whose onChange passes the value instead of an event, such as NumberInput and Select. */
export const value = <D extends object, K extends keyof D>(
  form: Form<D>,
  name: K,
  label: string,
  format?: (value: D[K]) => ReactNode,
) => ({
  label,
  value: form.values[name],
  error: noteOf(form, name, format as NoteProps<D>['format']),
  onChange: (next: D[K]) => form.set({ [name]: next } as unknown as Partial<D>),
})

interface GroupProps<D extends object> extends NoteProps<D> {
  readonly legend: string
  readonly help?: string
  /** hides the legend visually, where the controls have labels */
  readonly unlabelled?: boolean
  readonly children: ReactNode
}

/** Several controls that edit one field. */
export const Group = <D extends object>({ form, name, format, ...props }: GroupProps<D>) => {
  const note = noteOf(form, name, format)
  return (
    <fieldset className="plain-fieldset" data-fault={note ? true : undefined}>
      <legend className={props.unlabelled ? 'hidden' : undefined}>{props.legend}</legend>
      {props.help ? <small>{props.help}</small> : null}
      {props.children}
      {note ? <div className="field-problem">{note}</div> : null}
    </fieldset>
  )
}
