/** What was checked of an installation: state, what is so, and what to do. */
import type { InstallationCheck } from '#contracts/installation.ts'
import { Mark, type Tone } from './mark.tsx'

const tones: Readonly<Record<InstallationCheck['state'], Tone>> = { OK: 'good', WARN: 'warn', FAIL: 'bad' }

interface ChecksProps {
  readonly checks: readonly InstallationCheck[]
  readonly states: Readonly<Record<InstallationCheck['state'], string>>
}

export const Checks = ({ checks, states }: ChecksProps) => (
  <ul className="setup-list">
    {checks.map(({ name, state, title, text, advice }) => (
      <li key={name}>
        <strong>{title}</strong>
        <Mark tone={tones[state]}>{states[state]}</Mark>
        <small>{text}</small>
        {advice ? <small className="quiet">{advice}</small> : null}
      </li>
    ))}
  </ul>
)
