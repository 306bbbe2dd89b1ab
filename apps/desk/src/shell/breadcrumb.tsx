/** Breadcrumb: the link to the parent of a screen. */
import { Link } from '@tanstack/react-router'
import { useMessages } from '../lib/language.tsx'
import { parentOf } from './nav-tree.ts'

export const Breadcrumb = ({ name }: { name: string }) => {
  const { places } = useMessages()
  const parent = parentOf(name)
  return parent ? <Link to={parent.path as '/'}>{places[parent.name].name}</Link> : null
}
