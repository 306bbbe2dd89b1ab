/** Names of skills. Built-in ones are translated; those of the organisation are spelled as stored. */
import { useMemo } from 'react'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import type { Choice } from '#desk-kit/parts/filters.tsx'
import { operatorMessages } from './messages.ts'

interface Skills {
  readonly name: (code: string) => string
  /** built-in skills and those already held, by name */
  readonly choices: (held?: readonly string[]) => Choice[]
}

export const useSkills = (): Skills => {
  const { skills } = useMessages(operatorMessages)
  const { issue } = useNames()
  return useMemo(() => {
    const known: Readonly<Record<string, string>> = skills
    const name = (code: string): string =>
      (Object.hasOwn(known, code) ? known[code] : undefined) ?? issue(code)
    return {
      name,
      choices: (held = []) =>
        [...new Set([...Object.keys(known), ...held])]
          .map((value) => ({ value, label: name(value) }))
          .sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true })),
    }
  }, [skills, issue])
}
