/** Head of the four screens of what players do together. */
import type { JSX } from 'preact'
import { Heading } from '#field-kit/heading.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { arena } from '#pwa/phone-apps.ts'
import { useWords } from '../words.ts'
import { Banner } from './banner.tsx'

const parts = ['challenges', 'thanks', 'rewards', 'badges'] as const

export const TogetherHead = ({ at }: { at: (typeof parts)[number] }): JSX.Element => {
  const words = useWords()
  return (
    <>
      <Heading text={words[at]} />
      <nav class="parts" aria-label={words.together}>
        {parts.map((part) => (
          <Link key={part} class="chip" to={`${arena.home}/${part}`} current={part === at}>
            {words[part]}
          </Link>
        ))}
      </nav>
      <Banner />
    </>
  )
}
