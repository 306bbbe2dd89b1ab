/** Lines that stay as they are. What is longer than its place is scrolled, by keys too. */

interface CodeBlockProps {
  readonly text: string
  /** what it is, for screen readers */
  readonly label: string
  /** lines are broken rather than scrolled sideways */
  readonly wrap?: boolean
}

export const CodeBlock = ({ text, label, wrap }: CodeBlockProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a set of fields would be something else
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus
  <pre className={`example block ${wrap ? 'wrap' : ''}`} tabIndex={0} role="group" aria-label={label}>
    {text}
  </pre>
)
