/** Back link of the screens below Me. */
import type { JSX } from 'preact'
import { Icon } from '#field-kit/icon.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { useWords } from '../words.ts'

export const BackToMe = (): JSX.Element => {
  const words = useWords()
  return (
    <Link class="button quiet back" to="/app/work/me">
      <Icon name="back" />
      {words.me}
    </Link>
  )
}
