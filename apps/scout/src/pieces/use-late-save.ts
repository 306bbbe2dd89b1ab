/** Saves what is typed shortly after the last key, and at once when the field or the page is left. */
import { useEffect, useRef, useState } from 'preact/hooks'

const pauseMs = 400

/** @param stored as it is saved; shown until something is typed */
export const useLateSave = (
  stored: string,
  save: (text: string) => void,
): readonly [text: string, type: (text: string) => void, leave: () => void] => {
  const [typed, setTyped] = useState<string>()
  const unsaved = useRef<string | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latestSave = useRef(save)
  latestSave.current = save
  const leave = (): void => {
    clearTimeout(timer.current)
    const text = unsaved.current
    unsaved.current = undefined
    if (text !== undefined) latestSave.current(text)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the screen is left
  useEffect(() => {
    const hide = (): void => {
      if (document.hidden) leave()
    }
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [])
  const type = (text: string): void => {
    setTyped(text)
    unsaved.current = text
    clearTimeout(timer.current)
    timer.current = setTimeout(leave, pauseMs)
  }
  return [typed ?? stored, type, leave]
}
