/** Why an action did not work, where it was pressed. */
import type { JSX } from 'preact'
import type { Action } from './use-action.ts'
import { Wrong } from './wrong.tsx'

export const Failed = ({ of: { failure } }: { of: Action }): JSX.Element => <Wrong text={failure} />
