/** What can be told before asking the service. */
import { useState } from 'preact/hooks'

/** Has the form of an address; whether it exists is not ours to tell. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(text.trim())

/** The six digits of a typed or pasted code, without blanks, in whatever digits a keyboard writes; undefined when there are more or fewer. */
export const codeDigits = (text: string): string | undefined => {
  const digits = text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/** Code points: as the service counts them. */
export const isLongEnough = (password: string, least: number): boolean =>
  Array.from(password.normalize('NFKC')).length >= least

type Faults<Name extends string> = Partial<Record<Name, string>>

/**
 * Faults of the fields of one form. `check` sets them and puts the focus on the first wrong field;
 * true when there are none.
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
