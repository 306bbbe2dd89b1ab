/** Undo bar: shown for ten seconds, longer while it has the focus or the pointer. */
import { Button } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useMessages } from '../lib/language.tsx'

interface Undo {
  readonly message: string
  readonly back: () => Promise<void>
}

const seconds = 10
let last: Undo | undefined
const listeners = new Set<() => void>()

const put = (undo: Undo | undefined): void => {
  last = undo
  for (const listener of listeners) listener()
}

/** Replaces the former offer: only the last action can be undone. */
export const offerUndo = (message: string, back: () => Promise<void>): void => put({ message, back })

export const dropUndo = (): void => put(undefined)

const useLast = (): Undo | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => last,
  )

/** Undoes the last action, if it is still offered. */
export const takeBack = (): void => {
  const undo = last
  if (!undo) return
  dropUndo()
  void undo.back()
}

export const UndoBar = () => {
  const { words } = useMessages()
  const undo = useLast()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!undo || held) return undefined
    const timer = setTimeout(() => {
      if (last === undo) dropUndo()
    }, seconds * 1000)
    return () => clearTimeout(timer)
  }, [undo, held])
  return (
    <div className="undo" role="status">
      {undo ? (
        <p
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <span>{undo.message}</span>{' '}
          <Button size="compact-sm" onClick={takeBack}>
            {words.undo}
          </Button>
        </p>
      ) : null}
    </div>
  )
}
