/**
 * State of a form in a dialog, section or page. The record is frozen when editing starts, so only touched fields
 * are sent, against the version that was seen; in a conflict both values are shown.
 */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '#client/errors.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { refreshAll } from '../lib/api.ts'
import { bodyField } from '../lib/contract.ts'
import { changedFields, fieldOf, isSame } from './changes.ts'

/** Errors by field; false or undefined: none. */
export type Faults<D> = { readonly [K in keyof D]?: string | false | undefined }

interface Versioned {
  readonly version: number
}

export interface FormOptions<D extends object, B extends object, R extends Versioned, A> {
  /** the current record; left out: creates a new one. Frozen from the first edit on. */
  readonly record?: R | undefined
  /** initial values; names as in the body (`contact.email`) let errors of the service find their field */
  readonly draft: (record: R | undefined) => D
  readonly write: (draft: D) => B
  /** gives the maximum lengths */
  readonly body: Endpoint
  readonly check?: (draft: D) => Faults<D>
  /** texts for errors of the service that are not clear enough or English only */
  readonly refused?: { readonly [K in keyof D]?: (message: string) => string }
  /** the service merges nested objects, so only their changed fields are sent */
  readonly deep?: boolean
  readonly create?: (body: B) => Promise<A>
  /** gets the touched fields; `seen` has the version that was edited */
  readonly update?: (changes: Partial<B>, seen: R) => Promise<A>
  /** the answer is undefined where nothing was touched */
  readonly onDone?: (answer: A | undefined) => void
}

export interface Conflict {
  /** the colleague's value */
  readonly theirs: unknown
  readonly take: () => void
}

export interface Form<D extends object> {
  readonly values: D
  readonly set: (part: Partial<D>) => void
  readonly dirty: boolean
  /** current even before the next render */
  readonly isDirty: () => boolean
  readonly busy: boolean
  readonly saved: boolean
  readonly fault: (field: keyof D) => string | undefined
  readonly conflict: (field: keyof D) => Conflict | undefined
  readonly conflicted: boolean
  /** errors that belong to no field */
  readonly error: ApiError | undefined
  readonly submit: () => void
  readonly reset: () => void
  readonly maxLength: (field: keyof D) => number | undefined
  readonly element: RefObject<HTMLFormElement | null>
}

const firstFault = '[aria-invalid="true"], [data-fault] :is(input, select, textarea, button)'

export const useForm = <D extends object, B extends object, R extends Versioned = Versioned, A = unknown>(
  options: FormOptions<D, B, R, A>,
): Form<D> => {
  const { record, check } = options
  const [frozen, setFrozen] = useState<{ readonly record: R | undefined; readonly start: D }>()
  const [start] = useState(() => options.draft(record))
  const [touched, setTouched] = useState<Partial<D>>({})
  const [theirs, setTheirs] = useState<Partial<D>>({})
  const [tries, setTries] = useState(0)
  const [overtaken, setOvertaken] = useState<ApiError>()
  const [error, setError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  // Until the first edit the form follows the record.
  const base = frozen?.start ?? (record ? options.draft(record) : start)
  const values: D = { ...base, ...touched }
  const dirty = !isSame(values, base)
  const live = useRef(false)
  live.current = dirty

  const fields = Object.keys(values)
  const local = tries > 0 ? check?.(values) : undefined
  const faults = new Map<string, string>()
  const rest: ApiError['details'][number][] = []
  for (const detail of error?.code === 'VALIDATION_ERROR' ? error.details : []) {
    const field = fieldOf(detail.path, fields)
    const override = field ? options.refused?.[field as keyof D] : undefined
    if (field) faults.set(field, override?.(detail.message) ?? detail.message)
    else rest.push(detail)
  }
  for (const [field, fault] of Object.entries(local ?? {})) if (fault) faults.set(field, String(fault))
  const conflicted = Object.keys(theirs).length > 0
  const known =
    error !== undefined && faults.size > 0 && rest.length === 0 && error.code === 'VALIDATION_ERROR'

  // biome-ignore lint/correctness/useExhaustiveDependencies: a try is what moves the focus, not the typing after it
  useEffect(() => {
    if (tries > 0) element.current?.querySelector<HTMLElement>(firstFault)?.focus()
  }, [tries, error, conflicted])

  const send = async (body: { readonly draft: D; readonly seen: typeof frozen }): Promise<void> => {
    const seen = body.seen?.record
    setBusy(true)
    setError(undefined)
    try {
      const whole = options.write(body.draft)
      const from = body.seen ? options.write(body.seen.start) : whole
      const answer =
        seen && options.update
          ? await options.update(changedFields(from, whole, options.deep ? 2 : 1), seen)
          : await options.create?.(whole)
      live.current = false
      setSaved(true)
      // Input typed while saving is still unsaved.
      const sent = body.draft as Readonly<Record<string, unknown>>
      setTouched(
        (now) =>
          Object.fromEntries(
            Object.entries(now).filter(([field, value]) => !isSame(value, sent[field])),
          ) as Partial<D>,
      )
      setTheirs({})
      // The saved values stay in the fields until the record is refetched.
      setFrozen({ record: seen, start: body.draft })
      setTries(0)
      options.onDone?.(answer)
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      const late = fault.code === 'PRECONDITION_FAILED'
      if (late) {
        await refreshAll(true)
        // The query cache notifies its observers in the next task.
        await new Promise((resolve) => setTimeout(resolve))
      }
      // Without a record there is nothing to compare, so the person decides whether to save again.
      if (late && seen) setOvertaken(fault)
      else setError(fault)
    } finally {
      setBusy(false)
    }
  }

  // After a conflict the refetched record becomes the base of this edit.
  useEffect(() => {
    const moved = record !== undefined && record.version !== frozen?.record?.version
    if (!overtaken) {
      // A row that left the page is refetched by its id, which takes a moment.
      if (moved && error?.code === 'PRECONDITION_FAILED') {
        setError(undefined)
        setOvertaken(error)
      }
      if (!moved || dirty || !frozen) return
      setFrozen(undefined)
      setTouched({})
      return
    }
    setOvertaken(undefined)
    if (!moved) {
      setError(overtaken)
      return
    }
    const now = options.draft(record)
    const mine = Object.entries(touched) as [keyof D, D[keyof D]][]
    const both = mine.filter(
      ([field, value]) => !isSame(now[field], base[field]) && !isSame(now[field], value),
    )
    setFrozen({ record, start: now })
    setTheirs(Object.fromEntries(both.map(([field]) => [field, now[field]])) as Partial<D>)
    if (both.length === 0) void send({ draft: { ...now, ...touched }, seen: { record, start: now } })
    else setTries(tries + 1)
  })

  return {
    values,
    set: (part) => {
      if (!frozen) setFrozen({ record, start: base })
      setSaved(false)
      setError(undefined)
      setTouched((now) => ({ ...now, ...part }))
    },
    dirty,
    isDirty: () => live.current,
    busy: busy || overtaken !== undefined,
    saved: saved && !dirty,
    fault: (field) => faults.get(String(field)),
    conflict: (field) =>
      field in theirs
        ? {
            theirs: theirs[field],
            take: () => {
              const { [field]: taken, ...others } = theirs
              setTheirs(others as Partial<D>)
              setTouched({ ...touched, [field]: taken })
            },
          }
        : undefined,
    conflicted,
    error: known ? undefined : error,
    submit: () => {
      if (busy || overtaken) return
      if (options.update && record && !dirty) {
        options.onDone?.(undefined)
        return
      }
      setTries(tries + 1)
      if (Object.values(check?.(values) ?? {}).some(Boolean)) return
      // Saving again resolves the conflict with the current field values.
      setTheirs({})
      void send({ draft: values, seen: frozen ?? { record, start: base } })
    },
    reset: () => {
      setTouched({})
      setTheirs({})
      setFrozen(undefined)
      setError(undefined)
      setTries(0)
    },
    maxLength: (field) => bodyField(options.body, String(field))?.maxLength,
    element,
  }
}
