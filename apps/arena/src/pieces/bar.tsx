/** How far something is, as a bar below its words. */
import type { JSX } from 'preact'
import { useWords } from '../words.ts'

export const ProgressBar = ({ progress, target }: { progress: number; target: number }): JSX.Element => {
  const words = useWords()
  const value = Math.min(progress, target)
  return (
    <div class="reached">
      <progress value={value} max={target} aria-label={words.progress({ progress, target })} />
      <span>{words.progress({ progress, target })}</span>
    </div>
  )
}
