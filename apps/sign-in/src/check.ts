/** Validation before calling the service. */
import { useState } from 'preact/hooks'

/** Checks the form of the address only, not whether it exists. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(text.trim())

/**
 * The six digits of a typed or pasted code as ASCII, whatever script they are in; undefined unless there are
 * exactly six.
 */
export const codeDigits = (text: string): string | undefined => {
  const digits = text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/** Counts code points, as the service does. */
export const isLongEnough = (password: string, least: number): boolean =>
  Array.from(password.normalize('NFKC')).length >= least

type Faults<Name extends string> = Partial<Record<Name, string>>

/**
 * Validation errors of one form. `check` sets them, focuses the first invalid field and returns whether there
 * are none.
 */
export const useFaults = <Name extends string>(): {
  faults: Faults<Name>
  check(found: Faults<Name>, form: HTMLFormElement): boolean
} => {
  const [faults, setFaults] = useState<Faults<Name>>({})
  const check = (found: Faults<Name>, form: HTMLFormElement): boolean => {
    setFaults(found)
    const first = Array.from(form.elements).find(
      (element): element is HTMLInputElement =>
        element instanceof HTMLInputElement && found[element.name as Name] !== undefined,
    )
    first?.focus()
    return first === undefined
  }
  return { faults, check }
}
