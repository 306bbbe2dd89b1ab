/** Something that changes the service: needs a connection, and says in words if it did not work. */
import { useRef, useState } from 'preact/hooks'
import { ApiError } from '#client/errors.ts'
import { newId } from '#client/unique-id.ts'
import { errorText } from '#ui/errors.ts'
import { useAppServices } from '../app-services.ts'
import { useWords } from '../words.ts'

type OwnTexts = Partial<Record<ApiError['code'], string>>

export interface Action {
  readonly busy: boolean
  /** why it failed */
  readonly failure: string | undefined
  clear(): void
  /**
   * @param work gets the key under which a repeated attempt counts once
   * @param own texts of the screen for what the service refuses
   * @returns whether it worked
   */
  run(work: (idempotencyKey: string) => Promise<unknown>, own?: OwnTexts): Promise<boolean>
}

export const useAction = (): Action => {
  const words = useWords()
  const { changes } = useAppServices()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const running = useRef(false)
  const key = useRef(newId())
  return {
    busy,
    failure,
    clear: () => setFailure(undefined),
    run: async (work, own = {}) => {
      if (running.current) return false
      running.current = true
      setBusy(true)
      setFailure(undefined)
      try {
        await work(key.current)
        key.current = newId()
        changes.set(changes.get() + 1)
        return true
      } catch (error) {
        const known = error instanceof ApiError ? error : undefined
        // Without an answer it may have been done, so only then the next attempt is the same one.
        if (known?.code !== 'NETWORK') key.current = newId()
        setFailure(errorText(words, known, { FORBIDDEN: words.readOnly, ...own }))
        return false
      } finally {
        running.current = false
        setBusy(false)
      }
    },
  }
}
