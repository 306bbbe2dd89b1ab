/** How a field of a form is told to the kit: value, change, label, length, fault, and what a colleague wrote. */
import type { ChangeEvent, ReactNode } from 'react'
import { useMessages } from '../lib/language.tsx'
import type { Form } from './use-form.ts'

type TextChange = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>

/** Fields that hold a text, or what a choice of texts holds. */
export type TextsOf<D> = { [K in keyof D]: D[K] extends string ? K : never }[keyof D]
type ChecksOf<D> = { [K in keyof D]: D[K] extends boolean ? K : never }[keyof D]

interface NoteProps<D extends object> {
  readonly form: Form<D>
  readonly name: keyof D
  /** another's value in words */
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

/** The fault of a field, or the colleague's value with the way to take it. */
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

/** For a text field, an area of text and a native choice. */
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

/** For a box or a switch. */
export const check = <D extends object>(form: Form<D>, name: ChecksOf<D>, label: string) => ({
  label,
  checked: form.values[name] as boolean,
  error: noteOf(form, name),
  onChange: (event: ChangeEvent<HTMLInputElement>) =>
    form.set({ [name]: event.currentTarget.checked } as unknown as Partial<D>),
})

/** For a field that gives its value and no event: a number, a choice that is searched. */
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
  /** the controls have labels enough */
  readonly unlabelled?: boolean
  readonly children: ReactNode
}

/** Several controls that are one field. */
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
