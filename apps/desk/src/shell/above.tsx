/** The way back to what a screen stands below. */
import { Link } from '@tanstack/react-router'
import { useWords } from '../lib/language.tsx'
import { parentOf } from './nav-tree.ts'

export const ScreenAbove = ({ name }: { name: string }) => {
  const { places } = useWords()
  const above = parentOf(name)
  return above ? <Link to={above.path as '/'}>{places[above.name].name}</Link> : null
}
