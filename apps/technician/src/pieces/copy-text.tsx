/** Copies a text; it is shown beside, to be copied by hand where the browser refuses. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useWords } from '../words.ts'

export const CopyText = ({ label, text }: { label: string; text: string }): JSX.Element => {
  const words = useWords()
  const [shown, setShown] = useState(false)
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    setShown(true)
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Clipboard access is denied; the text is shown to be copied by hand.
    }
  }
  return (
    <div class="stack">
      <button type="button" onClick={copy}>
        {label}
      </button>
      <p role="status" class="wrong-place">
        {copied && words.copied}
      </p>
      {shown && <textarea readOnly aria-label={label} value={text} />}
    </div>
  )
}
