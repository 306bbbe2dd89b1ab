/** Undo bar: shown for ten seconds, longer while it has the focus or the pointer. */
import { Button } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useMessages } from '../lib/language.tsx'

interface Undo {
  readonly message: string
  readonly back: () => Promise<void>
  /** called once if it was not undone. @param leaving the page is being closed */
  readonly keep?: ((leaving: boolean) => void) | undefined
}

const seconds = 10
let last: Undo | undefined
const listeners = new Set<() => void>()

const put = (undo: Undo | undefined): void => {
  last = undo
  for (const listener of listeners) listener()
}

const keepLast = (leaving: boolean): void => {
  const undo = last
  put(undefined)
  undo?.keep?.(leaving)
}

/**
 * Replaces the former offer: only the last action can be undone.
 * @param keep sends what was only shown until now, as soon as undo is no longer offered
 */
export const offerUndo = (
  message: string,
  back: () => Promise<void>,
  keep?: (leaving: boolean) => void,
): void => {
  keepLast(false)
  put({ message, back, keep })
}

export const dropUndo = (): void => keepLast(false)

addEventListener('pagehide', () => keepLast(true))

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
  put(undefined)
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
  // Without the bar nobody can undo, so what waits is sent.
  useEffect(
    () => () => {
      if (last?.keep) dropUndo()
    },
    [],
  )
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
