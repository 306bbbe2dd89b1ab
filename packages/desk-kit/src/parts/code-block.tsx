/** Preformatted text that scrolls sideways, also by keyboard. */

interface CodeBlockProps {
  readonly text: string
  /** for screen readers */
  readonly label: string
  /** wraps long lines instead of scrolling sideways */
  readonly wrap?: boolean
}

export const CodeBlock = ({ text, label, wrap }: CodeBlockProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a set of fields would be something else
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus
  <pre className={`example block ${wrap ? 'wrap' : ''}`} tabIndex={0} role="group" aria-label={label}>
    {text}
  </pre>
)
