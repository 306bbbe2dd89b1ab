/** Whether the service has received what was done on this phone. */
import type { JSX } from 'preact'
import type { Operation, OperationState } from '#offline/operation.ts'
import { Icon } from './icon.tsx'
import { useKitWords } from './words.ts'

const stateMark = {
  SENT: ['check', 'good'],
  WAITING: ['clock', ''],
  SETTLED: ['info', 'info'],
  NEEDS_YOU: ['alert', 'bad'],
} as const satisfies Record<OperationState, readonly [string, string]>

export const SendMark = ({ state }: { state: OperationState }): JSX.Element => {
  const words = useKitWords()
  const word = { SENT: words.sent, WAITING: words.waits, SETTLED: words.settled, NEEDS_YOU: words.needsYou }[
    state
  ]
  const [icon, tone] = stateMark[state]
  return (
    <span class={`mark ${tone}`}>
      <Icon name={icon} />
      {word}
    </span>
  )
}

const worst: readonly OperationState[] = ['NEEDS_YOU', 'SETTLED', 'WAITING', 'SENT']

/** The send state of a subject's operations; undefined without any. */
export const sendStateOf = (operations: readonly Operation[], taskId: string): OperationState | undefined => {
  const states = new Set(operations.filter((one) => one.taskId === taskId).map(({ state }) => state))
  return worst.find((state) => states.has(state))
}
