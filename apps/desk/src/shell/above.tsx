/** The way back to what a screen stands below. */
import { Link } from '@tanstack/react-router'
import { useT } from '../lib/language.tsx'
import { aboveOf } from './standing.ts'

export const ScreenAbove = ({ name }: { name: string }) => {
  const { places } = useT()
  const above = aboveOf(name)
  return above ? <Link to={above.path as '/'}>{places[above.name]}</Link> : null
}
