/** A screen below a tab: the way back, its heading, and its actions at the bottom. */
import type { ComponentChildren, JSX } from 'preact'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { Banner } from './banner.tsx'

interface PageProps {
  readonly title: string
  readonly back: string
  readonly backText: string
  readonly bar?: ComponentChildren
  /** in place of the content, where the record is not on this phone */
  readonly missing?: string
  readonly children?: ComponentChildren
}

export const Page = ({ title, back, backText, bar, missing, children }: PageProps): JSX.Element => (
  <>
    <Link class="button quiet back" to={back}>
      <Icon name="back" />
      {backText}
    </Link>
    <Heading text={title} />
    <Banner />
    {missing ? <p>{missing}</p> : children}
    {bar && <div class="bar">{bar}</div>}
  </>
)
