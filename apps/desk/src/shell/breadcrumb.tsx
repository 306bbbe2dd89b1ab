/** Breadcrumb: the link to the parent of a screen. */
import { Link } from '@tanstack/react-router'
import { useWords } from '../lib/language.tsx'
import { parentOf } from './nav-tree.ts'

export const Breadcrumb = ({ name }: { name: string }) => {
  const { places } = useWords()
  const parent = parentOf(name)
  return parent ? <Link to={parent.path as '/'}>{places[parent.name].name}</Link> : null
}
