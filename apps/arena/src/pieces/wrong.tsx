/** What is wrong, in words that screen readers announce. */
import type { JSX } from 'preact'
import { Icon } from '#field-kit/icon.tsx'

export const Wrong = ({ text }: { text: string | undefined }): JSX.Element => (
  <div role="alert">
    {text && (
      <p class="wrong">
        <Icon name="alert" />
        <span>{text}</span>
      </p>
    )}
  </div>
)
