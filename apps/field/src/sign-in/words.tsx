/** The texts of the chosen language, for every page below. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { AppLanguage } from '../parts/language.ts'
import { de } from './de.ts'
import { en, type Messages } from './en.ts'

export const catalogues: Readonly<Record<AppLanguage, Messages>> = { en, de }

export const Words = createContext<Messages>(en)

export const useWords = (): Messages => useContext(Words)
